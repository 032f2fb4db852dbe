<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\Adapter\JsonSql;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\DataFetcher\CursorDataFetcher;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\JsonPath;
use PDOStatement;

/** PostgreSQL. */
class PgsqlAdapter extends PdoAdapter
{
    protected const RESERVED_WORDS = ''
        . 'ALL ANALYSE ANALYZE AND ANY ARRAY AS ASC ASYMMETRIC AUTHORIZATION BETWEEN BIGINT BINARY BIT BOOLEAN BOTH '
        . 'CASE CAST CHAR CHARACTER CHECK COALESCE COLLATE COLLATION COLUMN CONCURRENTLY CONSTRAINT CREATE CROSS '
        . 'CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEC '
        . 'DECIMAL DEFAULT DEFERRABLE DESC DISTINCT DO ELSE END EXCEPT EXISTS EXTRACT FALSE FETCH FLOAT FOR FOREIGN '
        . 'FREEZE FROM FULL GRANT GREATEST GROUP GROUPING HAVING ILIKE IN INITIALLY INNER INOUT INT INTEGER '
        . 'INTERSECT INTERVAL INTO IS ISNULL JOIN JSON JSON_ARRAY JSON_ARRAYAGG JSON_EXISTS JSON_OBJECT '
        . 'JSON_OBJECTAGG JSON_QUERY JSON_SCALAR JSON_SERIALIZE JSON_TABLE JSON_VALUE LATERAL LEADING LEAST LEFT '
        . 'LIKE LIMIT LOCALTIME LOCALTIMESTAMP MERGE_ACTION NATIONAL NATURAL NCHAR NONE NORMALIZE NOT NOTNULL NULL '
        . 'NULLIF NUMERIC OFFSET ON ONLY OR ORDER OUT OUTER OVERLAPS OVERLAY PLACING POSITION PRECISION PRIMARY '
        . 'REAL REFERENCES RETURNING RIGHT ROW SELECT SESSION_USER SETOF SIMILAR SMALLINT SOME SUBSTRING SYMMETRIC '
        . 'SYSTEM_USER TABLE TABLESAMPLE THEN TIME TIMESTAMP TO TRAILING TREAT TRIM TRUE UNION UNIQUE USER USING '
        . 'VALUES VARCHAR VARIADIC VERBOSE WHEN WHERE WINDOW WITH XMLATTRIBUTES XMLCONCAT XMLELEMENT XMLEXISTS '
        . 'XMLFOREST XMLNAMESPACES XMLPARSE XMLPI XMLROOT XMLSERIALIZE XMLTABLE';

    protected const CHARSET_PARAMETERS = ['pgsql' => 'client_encoding'];

    protected const VALUE_BINDING = PgsqlValueBinding::class;

    /** Messages of libpq for a lost server, or if both are out of sync. */
    private const LOSSES = '/no connection to the server|server closed the connection|lost synchronization with server'
        . '|do(?:es)? not (?:agree|match) .*length|unexpected response from server'
        . '|another command is already in progress'
        . '|insufficient data in "|could not (?:send data to|receive data from) (?:the )?server|SSL connection has been'
        . '|unexpected message from server/';

    public function subString(string $expression, int $position, int $length): string
    {
        return $length > 0
            ? sprintf('substring(%s from %d for %d)', $expression, $position, $length)
            : sprintf('substring(%s from %d)', $expression, $position);
    }

    public function strLength(string $expression): string
    {
        return 'char_length(' . $expression . ')';
    }

    public function compareRegex(string $left, string $right): string
    {
        return $left . ' ~* ' . $right;
    }

    public function compareJson(string $field, string $operator, string $document): string
    {
        // The JSON type has no equality operator.
        return 'CAST(' . $field . ' AS JSONB)' . $operator . 'CAST(' . $document . ' AS JSONB)';
    }

    public function asText(string $field): string
    {
        return 'CAST(' . $field . ' AS TEXT)';
    }

    /** Uses arrow operators. With a string they find members of objects, with a number elements of lists. */
    public function jsonAt(string $field, JsonPath $path): JsonSql
    {
        $value = $field;
        $text = $field . " #>> '{}'";
        foreach ($path->steps as $step) {
            $step = match (true) {
                is_int($step) => (string) $step,
                (new JsonPath([$step]))->isPlain() => "'" . $step . "'",
                default => "convert_from(decode('" . bin2hex($step) . "', 'hex'), 'UTF8')",
            };
            $text = $value . ' ->> ' . $step;
            $value .= ' -> ' . $step;
        }
        $words = ['string' => "'string'", 'number' => "'number'", 'boolean' => "'boolean'", 'null' => "'null'"];
        $type = "jsonb_typeof(CAST($value AS JSONB))";

        return new JsonSql(
            $type,
            $words + ['array' => "'array'"],
            "($text)",
            "($text) COLLATE \"C\"",
            "CASE WHEN $type = 'number' THEN CAST($text AS NUMERIC) END",
            "($text) = 'true'",
        );
    }

    public function jsonText(string $placeholder): string
    {
        return "CAST($placeholder AS TEXT)";
    }

    public function jsonNumber(string $placeholder, bool $isInteger): string
    {
        return "CAST($placeholder AS NUMERIC)";
    }

    public function jsonContains(string $field, JsonPath $path, mixed $value, callable $bind): ?string
    {
        return "CAST($field AS JSONB) @> CAST(" . $bind(json_encode($value, JSON_THROW_ON_ERROR)) . ' AS JSONB)';
    }

    public function random(?string $seed = null): string
    {
        return 'random()';
    }

    /** Also accepts `DISTINCT ON` with columns, but not with expressions. */
    public function isSelectModifier(string $modifier): bool
    {
        $name = '(?:[a-z_\x80-\xff][\w$\x80-\xff]*|"[^"\0]+")';
        $column = "$name(?:\\.$name){0,2}";

        return parent::isSelectModifier($modifier)
            || preg_match("/^DISTINCT ON ?\\( ?$column(?: ?, ?$column)* ?\\)$/Di", $modifier) === 1;
    }

    public function supportsIlike(): bool
    {
        return true;
    }

    protected function getIdMethod(): int
    {
        return self::ID_METHOD_SEQUENCE;
    }

    public function supportsInsertReturning(): bool
    {
        return true;
    }

    public function bindsNamesByPosition(): bool
    {
        return !PdoConnection::$emulatesOnPgsql;
    }

    public function infersParameterTypes(): bool
    {
        return true;
    }

    public function writesValues(): bool
    {
        return true;
    }

    public function supportsMultiRowInsert(): bool
    {
        return true;
    }

    public function getId(ConnectionInterface $connection, ?string $sequence = null): int|string
    {
        $result = $connection->query('SELECT nextval(' . $connection->quote((string) $sequence) . ')');

        return $result->fetchColumn();
    }

    /** Also quotes names with upper-case letters, because unquoted names are looked up in lower case. */
    public function needsQuotes(string $identifier): bool
    {
        return preg_match('/^[a-z_][a-z0-9_]*$/D', $identifier) !== 1 || $this->isReserved($identifier);
    }

    /**
     * Returns the name that the server generates for the sequence of a serial column. The longer part is shortened
     * until the name fits.
     *
     * @see https://github.com/postgres/postgres/blob/REL_16_0/src/backend/commands/indexcmds.c makeObjectName()
     */
    public function getDefaultSequence(string $table, string $column): string
    {
        $dot = strrpos($table, '.');
        $schema = $dot === false ? '' : $this->names(false)->table(substr($table, 0, $dot)) . '.';
        $table = $dot === false ? $table : substr($table, $dot + 1);
        [$first, $second] = [strlen($table), strlen($column)];
        while ($first + $second > 63 - strlen('__seq')) {
            $first > $second ? $first-- : $second--;
        }

        return $schema . $this->names(false)->identifier(
            self::clipped($table, $first) . '_' . self::clipped($column, $second) . '_seq',
        );
    }

    public function getTimeFormatter(): string
    {
        return 'H:i:s.u O';
    }

    public function getTimestampFormatter(): string
    {
        return 'Y-m-d H:i:s.u O';
    }

    /** Adds plain selected columns to the group, because PostgreSQL rejects those that are not grouped. */
    public function groupBySelected(Criteria $criteria, array $columns): string
    {
        $groupBy = $criteria->getGroupByColumns();
        if ($groupBy === []) {
            return '';
        }
        $selected = self::plainColumns([...$columns, ...array_values($criteria->getAsColumns())]);
        $all = [...$groupBy, ...array_diff($selected, $groupBy)];
        $comparable = array_filter(
            $all,
            static fn (string $column): bool => !self::isOfGroupedRow($criteria, $column, $all),
        );

        return $this->groupByClause($criteria, array_values($comparable));
    }

    /** JSON columns cannot be compared, but their texts can, and these are what the driver returns. */
    public function distinctColumn(Criteria $criteria, string $column, string $sql): string
    {
        return self::tableOfJson($criteria, $column) === null ? $sql : 'CAST(' . $sql . ' AS TEXT)';
    }

    /** Returns the table of a JSON column; null for other columns. */
    private static function tableOfJson(Criteria $criteria, string $column): ?TableMap
    {
        $dot = (int) strrpos($column, '.');
        $table = substr($column, 0, $dot);
        $map = $criteria instanceof ModelCriteria
            ? QueryAccess::call($criteria, 'findTableMap', $criteria->getTableForAlias($table) ?? $table)
            : null;
        $type = $map?->findColumnByName(substr($column, $dot + 1))?->getType();

        return $type === ColumnTypes::JSON ? $map : null;
    }

    /**
     * Returns whether a JSON column belongs to a table that is grouped by its key, so that it has one value per group.
     * JSON columns cannot be compared, and therefore not be grouped.
     *
     * @param list<string> $groupBy all columns that are grouped by
     */
    private static function isOfGroupedRow(Criteria $criteria, string $column, array $groupBy): bool
    {
        $map = self::tableOfJson($criteria, $column);
        if ($map === null) {
            return false;
        }
        $table = substr($column, 0, (int) strrpos($column, '.'));
        $keys = array_map(
            static fn (ColumnMap $key): string => $table . '.' . $key->getName(),
            array_values($map->getPrimaryKeys()),
        );

        return $keys !== [] && array_diff($keys, $groupBy) === [];
    }

    public function isOneOfKeys(array $fields, array $keys, callable $bind, callable $typedNull): ?string
    {
        // The first row determines the types of the placeholders.
        $types = implode(',', array_map($typedNull, array_keys($fields)));

        return '(' . implode(',', $fields) . ") IN (VALUES ($types)," . self::rowsOf($keys, $bind) . ')';
    }

    public function applyLock(string &$sql, Lock $lock): void
    {
        $sql .= $lock->getType() === Lock::SHARED ? ' FOR SHARE' : ' FOR UPDATE';
        if ($lock->getTableNames() !== []) {
            $sql .= ' OF ' . implode(', ', array_map($this->quoteIdentifier(...), $lock->getTableNames()));
        }
        $sql .= $lock->isNoWait() ? ' NOWAIT' : '';
    }

    public function supportsAliasesInDelete(): bool
    {
        return false;
    }

    public function needsCursorConnection(): bool
    {
        return true;
    }

    /**
     * Starts the transaction for a cursor. The client library keeps all rows of a result in memory, but with a cursor
     * only those already fetched.
     */
    public function prepareCursorConnection(ConnectionInterface $connection): void
    {
        $connection->beginTransaction();
        // All rows will be read, so the plan must be the one without a cursor.
        $connection->exec('SET LOCAL cursor_tuple_fraction = 1');
    }

    public function hasCursors(): bool
    {
        return true;
    }

    public function getCursorSql(string $sql, string $cursor, bool $outlivesCommit): string
    {
        return "DECLARE $cursor NO SCROLL CURSOR" . ($outlivesCommit ? ' WITH HOLD' : '') . ' FOR ' . $sql;
    }

    public function getCursorFetcher(
        ConnectionInterface $connection,
        PDOStatement|StatementInterface $statement,
        string $cursor,
        bool $isOwn,
    ): DataFetcherInterface {
        return new CursorDataFetcher($connection->prepare("FETCH 1000 FROM $cursor"), $connection, $cursor, $isOwn);
    }

    protected function storesDate(string $text, string $type): bool
    {
        return $type === ColumnTypes::TIME ? $text === '24:00:00' : str_ends_with($text, 'infinity');
    }

    /** @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
    protected function kindOfError(string $sqlState, int $code, string $message): ?ErrorKind
    {
        return match (true) {
            $sqlState === '23505' => ErrorKind::UniqueViolation,
            $sqlState === '23503' => ErrorKind::ForeignKeyViolation,
            $sqlState === '23502' => ErrorKind::NotNullViolation,
            $sqlState === '23514' && preg_match('/no partition of|violates partition constraint/', $message) === 1
                => ErrorKind::PartitionViolation,
            $sqlState === '23514' => ErrorKind::CheckViolation,
            $sqlState === '23P01' => ErrorKind::ExclusionViolation,
            $sqlState === '40P01', $sqlState === '40001' => ErrorKind::Deadlock,
            $sqlState === '55P03' => ErrorKind::LockTimeout,
            in_array($sqlState, ['57P01', '57P02', '57P03'], true), str_starts_with($sqlState, '08'),
            (bool) preg_match(self::LOSSES, $message)
                => ErrorKind::ConnectionLost,
            default => null,
        };
    }

    protected function namesInError(string $message): array
    {
        $constraint = preg_match('/constraint "([^"]+)"/', $message, $match) ? $match[1] : null;
        $table = preg_match('/(?:on table|of relation|for relation) "([^"]+)"/', $message, $match) ? $match[1] : null;
        $columns = [];
        if (preg_match('/Key \(([^)]+)\)=/', $message, $match)) {
            $columns = explode(', ', str_replace('"', '', $match[1]));
        } elseif (preg_match('/null value in column "([^"]+)"/', $message, $match)) {
            $columns = [$match[1]];
        }

        return [$constraint, $table, $columns];
    }

    public function sortsNullsHigh(): bool
    {
        return true;
    }

    public function rounded(string $number): string
    {
        // It cannot round floating point numbers to a number of digits.
        return "CAST($number AS BIGINT)";
    }

    public function padsChar(): bool
    {
        return true;
    }

    /**
     * Returns the plan of a query, with its parameters bound.
     *
     * @return DataFetcherInterface|PDOStatement
     */
    public function doExplainPlan(ConnectionInterface $connection, Criteria|string $query)
    {
        if (is_string($query)) {
            return $connection->query($this->getExplainPlanQuery($query));
        }
        $params = [];
        $statement = $connection->prepare($this->getExplainPlanQuery($query->completeSelectSql($params)));
        $this->bindValues($statement, $params, $query->getDatabaseMap());
        $statement->execute();

        return $connection->getDataFetcher($statement);
    }
}
