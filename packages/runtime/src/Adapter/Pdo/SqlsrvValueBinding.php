<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Util\ColumnValue;
use PDO;
use PDOStatement;

/**
 * Binds binary values with the option that the sqlsrv driver requires.
 *
 * @internal
 */
final class SqlsrvValueBinding extends ValueBinding
{
    protected function bindLob(PDOStatement|StatementInterface $statement, int|string $parameter, mixed $value): void
    {
        $value = is_resource($value) ? ColumnValue::content($value) : $value;
        // The fifth argument is PDO::SQLSRV_ENCODING_BINARY, for which bindValue() has no parameter.
        $statement->bindParam($parameter, $value, PDO::PARAM_LOB, 0, 2);
    }
}
