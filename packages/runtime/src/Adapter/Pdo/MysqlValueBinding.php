<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Type\TypeText;
use PDO;
use PDOStatement;

/**
 * Binds values for MySQL and MariaDB, which store booleans as numbers and accept a number for the bits of a BIT column.
 *
 * @internal
 */
final class MysqlValueBinding extends ValueBinding
{
    public function bind(
        PDOStatement|StatementInterface $statement,
        int|string $parameter,
        mixed $value,
        string $type,
    ): void {
        if ($type === 'BIT' && $value !== null) {
            $bits = (string) TypeText::text($type, $value, (string) $parameter, true);
            $statement->bindValue($parameter, (int) bindec($bits), PDO::PARAM_INT);
        } else {
            parent::bind($statement, $parameter, $value, $type);
        }
    }

    protected function bindBoolean(
        PDOStatement|StatementInterface $statement,
        int|string $parameter,
        mixed $value,
        string $type,
    ): void {
        $statement->bindValue($parameter, (int) (bool) $value, PDO::PARAM_INT);
    }
}
