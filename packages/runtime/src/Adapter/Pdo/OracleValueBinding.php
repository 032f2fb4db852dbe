<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Util\ColumnValue;
use PDO;
use PDOStatement;

/**
 * Binds long strings with their length, which Oracle requires.
 *
 * @internal
 */
final class OracleValueBinding extends ValueBinding
{
    protected function bindClob(PDOStatement|StatementInterface $statement, int|string $parameter, mixed $value): void
    {
        $text = (string) ColumnValue::content($value);
        $statement->bindParam($parameter, $text, PDO::PARAM_STR, strlen($text));
    }
}
