<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use PDO;
use PDOStatement;

/**
 * Takes values like a statement, and has them as SQLite writes them in SQL.
 *
 * @internal
 */
final class BoundLiterals extends PDOStatement
{
    /** @var list<string> */
    public array $literals = [];

    public function bindValue(int|string $param, mixed $value, int $type = PDO::PARAM_STR): bool
    {
        $value = is_resource($value) ? (string) stream_get_contents($value) : $value;
        $this->literals[] = match (true) {
            $value === null => 'NULL',
            is_int($value), is_bool($value), $type === PDO::PARAM_INT, $type === PDO::PARAM_BOOL
                => (string) (int) $value,
            $type === PDO::PARAM_LOB => "x'" . bin2hex((string) $value) . "'",
            // PDO and SQLite do not agree about a backslash, and a zero byte would end the SQL.
            preg_match('/[\x00-\x1f\\\\]/', (string) $value) === 1
                => "CAST(x'" . bin2hex((string) $value) . "' AS TEXT)",
            default => "'" . str_replace("'", "''", (string) $value) . "'",
        };

        return true;
    }
}
