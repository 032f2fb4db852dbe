<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Connection\StatementInterface;
use PDO;
use PDOStatement;

/**
 * MySQL and MariaDB store booleans as numbers.
 *
 * @internal
 */
final class MysqlValueBinding extends ValueBinding
{
    protected function bindBoolean(
        PDOStatement|StatementInterface $statement,
        string $parameter,
        mixed $value,
        string $type,
    ): void {
        $statement->bindValue($parameter, (int) (bool) $value, PDO::PARAM_INT);
    }
}
