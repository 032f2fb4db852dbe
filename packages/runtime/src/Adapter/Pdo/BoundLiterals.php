<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use PDO;
use PDOStatement;

/**
 * Accepts values like a statement and converts them to SQLite literals.
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
            // PDO and SQLite treat backslashes differently, and a NUL byte would end the SQL.
            preg_match('/[\x00-\x1f\\\\]/', (string) $value) === 1
                => "CAST(x'" . bin2hex((string) $value) . "' AS TEXT)",
            default => "'" . str_replace("'", "''", (string) $value) . "'",
        };

        return true;
    }
}
