<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Connection\StatementInterface;
use PDO;
use PDOStatement;

/**
 * The driver sqlsrv needs an option for binary values.
 *
 * @internal
 */
final class SqlsrvValueBinding extends ValueBinding
{
    protected function bindLob(PDOStatement|StatementInterface $statement, int|string $parameter, mixed $value): void
    {
        if (is_resource($value)) {
            rewind($value);
        }
        // The fifth argument says PDO::SQLSRV_ENCODING_BINARY; binding by value has no place for it.
        $statement->bindParam($parameter, $value, PDO::PARAM_LOB, 0, 2);
    }
}
