<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Connection\StatementInterface;
use PDO;
use PDOStatement;

/**
 * Binds long strings with their length, which Oracle requires.
 *
 * @internal
 */
final class OracleValueBinding extends ValueBinding
{
    protected function bindClob(PDOStatement|StatementInterface $statement, int|string $parameter, string $value): void
    {
        $statement->bindParam($parameter, $value, PDO::PARAM_STR, strlen($value));
    }
}
