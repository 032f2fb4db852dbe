<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\Adapter\JsonSql;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\JsonPath;
use Pdo\Sqlite;
use PDO;
use PDOException;

/** SQLite 3. */
class SqliteAdapter extends PdoAdapter
{
    protected const RESERVED_WORDS = ''
        . 'ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY '
        . 'CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE '
        . 'CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP '
        . 'EACH ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FALSE FILTER FIRST FOLLOWING FOR '
        . 'FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY '
        . 'INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL '
        . 'NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA '
        . 'PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT '
        . 'RETURNING RIGHT ROLLBACK ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION '
        . 'TRIGGER TRUE UNBOUNDED UNION UNIQUE UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH '
        . 'WITHOUT';

    public function initConnection(ConnectionInterface $connection, array $settings): void
    {
        $connection->exec('PRAGMA foreign_keys = ON');
        if ($connection instanceof PdoConnection) {
            // SQLite has a REGEXP operator, but the application must provide its function.
            $pdo = $connection->getPdo();
            $pdo instanceof Sqlite
                ? $pdo->createFunction('regexp', self::matches(...), 2)
                : $pdo->sqliteCreateFunction('regexp', self::matches(...), 2);
        }
        parent::initConnection($connection, $settings);
    }

    public function setCharset(ConnectionInterface $connection, string $charset): void
    {
        // The encoding belongs to the database file, and the driver always uses UTF-8.
    }

    /** Excludes UUIDs, which SQLite stores as strings and compares case-sensitively. */
    public function bindsPlainly(string $type): bool
    {
        return $type !== 'UUID' && parent::bindsPlainly($type);
    }

    public function quoteIdentifier(string $text): string
    {
        // SQLite cannot escape a closing bracket inside brackets.
        return str_contains($text, ']') ? parent::quoteIdentifier($text) : '[' . $text . ']';
    }

    public function subString(string $expression, int $position, int $length): string
    {
        return sprintf('substr(%s, %d, %d)', $expression, $position, $length);
    }

    public function strLength(string $expression): string
    {
        return 'length(' . $expression . ')';
    }

    public function compareRegex(string $left, string $right): string
    {
        return $left . ' REGEXP ' . $right;
    }

    public function likeEscape(): string
    {
        return " ESCAPE '\\'";
    }

    public function placeholderInExpression(string $placeholder, mixed $value): string
    {
        // PDO has no type for fractions, and in SQLite every string is greater than every number. Without the plus, the
        // cast would convert text on the other side: `0e5` would equal 0.
        return is_int($value) || BoundValue::isFraction($value) ? "+CAST($placeholder AS NUMERIC)" : $placeholder;
    }

    public function random(?string $seed = null): string
    {
        return 'random()';
    }

    public function returnsInsertedRows(ConnectionInterface $connection): bool
    {
        return version_compare((string) $connection->getAttribute(PDO::ATTR_SERVER_VERSION), '3.35', '>=');
    }

    public function literals(array $params, DatabaseMap $databaseMap): ?array
    {
        $bound = new BoundLiterals();
        $this->bindInOrder($bound, $params, $databaseMap);

        return $bound->literals;
    }

    public function supportsMultiRowInsert(): bool
    {
        return true;
    }

    public function bindsNamesByPosition(): bool
    {
        return true;
    }

    /** Returns consecutive keys, which the rows of one statement get. The driver reports the last one. */
    public function getBulkIds(ConnectionInterface $connection, int $count): array
    {
        $last = (int) $connection->lastInsertId();

        return range($last - $count + 1, $last);
    }

    public function getPageClause(?string $limit, ?string $offset): string
    {
        return parent::getPageClause($limit ?? ($offset === null ? null : '-1'), $offset);
    }

    public function isOneOfKeys(array $fields, array $keys, callable $bind, callable $typedNull): ?string
    {
        return '(' . implode(',', $fields) . ') IN (VALUES ' . self::rowsOf($keys, $bind) . ')';
    }

    public function applyLock(string &$sql, Lock $lock): void
    {
        // SQLite has no row locks: a writing transaction locks the whole database.
    }

    public function supportsAliasesInDelete(): bool
    {
        return false;
    }

    private static function matches(?string $pattern, ?string $text): int
    {
        if ($pattern === null || $text === null) {
            return 0;
        }
        $matches = @preg_match("\x01" . $pattern . "\x01iu", $text);
        if ($matches === false && preg_last_error() === PREG_INTERNAL_ERROR) {
            // As in other databases, an invalid pattern makes the statement fail instead of finding nothing.
            throw new PDOException(sprintf('"%s" is not a valid regular expression', $pattern));
        }

        return (int) $matches;
    }

    public function jsonAt(string $field, JsonPath $path): JsonSql
    {
        // JSON functions parse paths differently between releases, so names that are not plain words are not found by
        // all of them.
        $value = $type = null;
        if ($path->isPlain()) {
            $text = $path->text();
            [$value, $type] = ["json_extract($field, '$text')", "json_type($field, '$text')"];
        } else {
            $document = $field;
            foreach ($path->parent()->steps as $step) {
                $document = self::jsonMember($document, 'value', $step) . " AND type IN ('object', 'array'))";
            }
            $step = $path->steps[count($path->steps) - 1];
            [$value, $type] = [
                self::jsonMember($document, 'value', $step) . ')',
                self::jsonMember($document, 'type', $step) . ')',
            ];
        }

        return self::jsonSql($value, $type);
    }

    private static function jsonSql(string $value, string $type): JsonSql
    {
        return new JsonSql(
            $type,
            [
                'string' => "'text'", 'number' => "'integer', 'real'", 'boolean' => "'true', 'false'",
                'null' => "'null'", 'array' => "'array'",
            ],
            $value,
            $value,
            $value,
            "$type = 'true'",
        );
    }

    /** Returns the start of a query for a member of a document. */
    private static function jsonMember(string $document, string $what, int|string $step): string
    {
        $key = is_int($step) ? (string) $step : "CAST(x'" . bin2hex($step) . "' AS TEXT)";

        return "(SELECT $what FROM json_each($document) WHERE key = $key";
    }

    public function jsonNumber(string $placeholder, bool $isInteger): string
    {
        return "CAST($placeholder AS " . ($isInteger ? 'INTEGER' : 'REAL') . ')';
    }

    public function jsonContains(string $field, JsonPath $path, mixed $value, callable $bind): ?string
    {
        $whole = self::jsonSql("json_extract($field, '$')", "json_type($field)");

        return $this->jsonHas($whole, $field, $value, $bind, 1);
    }

    /** @param callable(string): string $bind */
    private function jsonHas(JsonSql $json, string $document, mixed $value, callable $bind, int $depth): string
    {
        if (!is_array($value)) {
            return match (true) {
                $value === null => $json->is('null'),
                is_bool($value) => $json->is('boolean') . ' AND ' . ($value ? '' : 'NOT ') . $json->true,
                is_string($value) => $json->is('string') . ' AND ' . $json->text . ' = ' . $bind($value),
                default => $json->is('number') . ' AND ' . $json->number . ' = '
                    . $this->jsonNumber($bind((string) json_encode($value)), is_int($value)),
            };
        }
        $isList = array_is_list($value);
        $alias = 'json' . $depth;
        $inner = "CASE WHEN $alias.type IN ('object', 'array') THEN $alias.value END";
        $conditions = $isList && $value !== [] ? [$json->is('array')] : [$json->isThere()];
        foreach ($value as $name => $one) {
            $key = $isList ? '' : "$alias.key = CAST(x'" . bin2hex((string) $name) . "' AS TEXT) AND ";
            $conditions[] = "EXISTS (SELECT 1 FROM json_each($document) AS $alias WHERE $key"
                . $this->jsonHas(self::jsonSql("$alias.value", "$alias.type"), $inner, $one, $bind, $depth + 1) . ')';
        }

        return '(' . implode(' AND ', $conditions) . ')';
    }

    /** @see https://www.sqlite.org/rescode.html */
    protected function kindOfError(string $sqlState, int $code, string $message): ?ErrorKind
    {
        return match (true) {
            $code === 5, $code === 6 => ErrorKind::LockTimeout,
            $code !== 19 => null,
            str_contains($message, 'UNIQUE constraint failed') => ErrorKind::UniqueViolation,
            str_contains($message, 'FOREIGN KEY constraint failed') => ErrorKind::ForeignKeyViolation,
            str_contains($message, 'NOT NULL constraint failed') => ErrorKind::NotNullViolation,
            str_contains($message, 'CHECK constraint failed') => ErrorKind::CheckViolation,
            default => null,
        };
    }

    protected function namesInError(string $message): array
    {
        if (preg_match('/CHECK constraint failed: (.+)$/s', $message, $match)) {
            return [$match[1], null, []];
        }
        // An index on an expression has no columns to report.
        if (preg_match("/UNIQUE constraint failed: index '(.+)'$/s", $message, $match)) {
            return [$match[1], null, []];
        }
        if (!preg_match('/constraint failed: (.+)$/', $message, $match)) {
            return [null, null, []];
        }
        $table = null;
        $columns = [];
        foreach (explode(', ', $match[1]) as $name) {
            $dot = (int) strrpos($name, '.');
            $table = substr($name, 0, $dot);
            $columns[] = substr($name, $dot + 1);
        }

        return [null, $table, $columns];
    }

    public function rounded(string $number): string
    {
        // ROUND() makes a floating point number of everything, which is not exact for large integers.
        return "CASE typeof($number) WHEN 'real' THEN CAST(ROUND($number) AS INTEGER) ELSE $number END";
    }

    public function getExplainPlanQuery(string $query): string
    {
        return 'EXPLAIN QUERY PLAN ' . $query;
    }
}
