<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\Adapter\JsonSql;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Util\JsonPath;
use PDO;

/** MySQL and MariaDB. */
class MysqlAdapter extends PdoAdapter
{
    /** Words reserved by the server. The generator has the same list. */
    private const RESERVED = ''
        . 'ACCESSIBLE ADD ALL ALTER ANALYZE AND AS ASC ASENSITIVE BEFORE BETWEEN BIGINT BINARY BLOB BOTH BY CALL '
        . 'CASCADE CASE CHANGE CHAR CHARACTER CHECK COLLATE COLUMN CONDITION CONSTRAINT CONTINUE CONVERT CREATE '
        . 'CROSS CUBE CUME_DIST CURRENT_DATE CURRENT_ROLE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER CURSOR '
        . 'DATABASE DATABASES DAY_HOUR DAY_MICROSECOND DAY_MINUTE DAY_SECOND DEC DECIMAL DECLARE DEFAULT DELAYED '
        . 'DELETE DELETE_DOMAIN_ID DENSE_RANK DESC DESCRIBE DETERMINISTIC DISTINCT DISTINCTROW DIV DO_DOMAIN_IDS '
        . 'DOUBLE DROP DUAL EACH ELSE ELSEIF EMPTY ENCLOSED ESCAPED EXCEPT EXISTS EXIT EXPLAIN FALSE FETCH '
        . 'FIRST_VALUE FLOAT FLOAT4 FLOAT8 FOR FORCE FOREIGN FROM FULLTEXT FUNCTION GENERAL GENERATED GET GRANT '
        . 'GROUP GROUPING GROUPS HAVING HIGH_PRIORITY HOUR_MICROSECOND HOUR_MINUTE HOUR_SECOND IF IGNORE '
        . 'IGNORE_DOMAIN_IDS IGNORE_SERVER_IDS IN INDEX INFILE INNER INOUT INSENSITIVE INSERT INT INT1 INT2 INT3 '
        . 'INT4 INT8 INTEGER INTERSECT INTERVAL INTO IO_AFTER_GTIDS IO_BEFORE_GTIDS IS ITERATE JOIN JSON_TABLE KEY '
        . 'KEYS KILL LAG LAST_VALUE LATERAL LEAD LEADING LEAVE LEFT LIKE LIMIT LINEAR LINES LOAD LOCALTIME '
        . 'LOCALTIMESTAMP LOCK LONG LONGBLOB LONGTEXT LOOP LOW_PRIORITY MANUAL MASTER_BIND MASTER_HEARTBEAT_PERIOD '
        . 'MASTER_SSL_VERIFY_SERVER_CERT MATCH MAXVALUE MEDIUMBLOB MEDIUMINT MEDIUMTEXT MIDDLEINT '
        . 'MINUTE_MICROSECOND MINUTE_SECOND MOD MODIFIES NATURAL NOT NO_WRITE_TO_BINLOG NTH_VALUE NTILE NULL '
        . 'NUMERIC OF OFFSET ON OPTIMIZE OPTIMIZER_COSTS OPTION OPTIONALLY OR ORDER OUT OUTER OUTFILE OVER '
        . 'PAGE_CHECKSUM PARALLEL PARSE_VCOL_EXPR PARTITION PERCENT_RANK PRECISION PRIMARY PROCEDURE PURGE QUALIFY '
        . 'RANGE RANK READ READS READ_WRITE REAL RECURSIVE REF_SYSTEM_ID REFERENCES REGEXP RELEASE RENAME REPEAT '
        . 'REPLACE REQUIRE RESIGNAL RESTRICT RETURN RETURNING REVOKE RIGHT RLIKE ROW ROW_NUMBER ROWNUM ROWS SCHEMA '
        . 'SCHEMAS SECOND_MICROSECOND SELECT SENSITIVE SEPARATOR SET SHOW SIGNAL SLOW SMALLINT SPATIAL SPECIFIC SQL '
        . 'SQLEXCEPTION SQLSTATE SQLWARNING SQL_BIG_RESULT SQL_CALC_FOUND_ROWS SQL_SMALL_RESULT SSL STARTING '
        . 'STATS_AUTO_RECALC STATS_PERSISTENT STATS_SAMPLE_PAGES STORED STRAIGHT_JOIN SYSTEM TABLE TABLESAMPLE '
        . 'TERMINATED THEN TINYBLOB TINYINT TINYTEXT TO TRAILING TRIGGER TRUE UNDO UNION UNIQUE UNLOCK UNSIGNED '
        . 'UPDATE USAGE USE USING UTC_DATE UTC_TIME UTC_TIMESTAMP VALUES VARBINARY VARCHAR VARCHARACTER VARYING '
        . 'VIRTUAL WHEN WHERE WHILE WINDOW WITH WRITE XOR YEAR_MONTH ZEROFILL';

    // VALUE is not reserved, but INSERT reads it as VALUES where a table has this name.
    protected const RESERVED_WORDS = self::RESERVED . ' VALUE';

    /** @see https://mariadb.com/kb/en/select/ and https://dev.mysql.com/doc/refman/8.4/en/select.html */
    protected const SELECT_MODIFIERS = [
        'ALL', 'DISTINCT', 'DISTINCTROW', 'HIGH_PRIORITY', 'STRAIGHT_JOIN', 'SQL_SMALL_RESULT',
        'SQL_BIG_RESULT', 'SQL_BUFFER_RESULT', 'SQL_CACHE', 'SQL_NO_CACHE', 'SQL_CALC_FOUND_ROWS',
    ];

    protected const CHARSET_PARAMETERS = ['mysql' => 'charset'];

    protected const UTF8 = 'utf8mb4';

    protected const VALUE_BINDING = MysqlValueBinding::class;

    public function quoteIdentifier(string $text): string
    {
        return '`' . str_replace('`', '``', $text) . '`';
    }

    public function concatString(string $left, string $right): string
    {
        return 'CONCAT(' . $left . ', ' . $right . ')';
    }

    public function subString(string $expression, int $position, int $length): string
    {
        return sprintf('SUBSTRING(%s, %d, %d)', $expression, $position, $length);
    }

    public function strLength(string $expression): string
    {
        return 'CHAR_LENGTH(' . $expression . ')';
    }

    public function compareRegex(string $left, string $right): string
    {
        return $left . ' REGEXP ' . $right;
    }

    /** A string in a BIT column would be read as bytes. */
    public function bindsPlainly(string $type): bool
    {
        return $type !== 'BIT' && parent::bindsPlainly($type);
    }

    public function countsChangedRowsOnly(): bool
    {
        return true;
    }

    public function hasBackslashEscapes(): bool
    {
        return true;
    }

    public function compareJson(string $field, string $operator, string $document): string
    {
        // In MySQL, this converts the string to JSON. In MariaDB, where JSON is a string, it gives both the same form.
        return 'JSON_EXTRACT(' . $field . ", '$')" . $operator . 'JSON_EXTRACT(' . $document . ", '$')";
    }

    public function jsonAt(string $field, JsonPath $path): JsonSql
    {
        $value = self::jsonExtract($field, $path);
        $type = "JSON_TYPE($value)";
        // The server treats any value as a list with one element.
        for ($list = $path; $list->steps !== []; $list = $list->parent()) {
            if (is_int($list->steps[count($list->steps) - 1])) {
                $type = 'IF(JSON_TYPE(' . self::jsonExtract($field, $list->parent()) . ") = 'ARRAY', $type, NULL)";
            }
        }
        $text = "JSON_UNQUOTE($value)";
        $numbers = "'INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL'";

        return new JsonSql(
            $type,
            [
                'string' => "'STRING'", 'number' => $numbers, 'boolean' => "'BOOLEAN'",
                'null' => "'NULL'", 'array' => "'ARRAY'",
            ],
            "CAST($text AS BINARY)",
            "CAST($text AS BINARY)",
            "($text + 0E0)",
            "$text = 'true'",
        );
    }

    private static function jsonExtract(string $field, JsonPath $path): string
    {
        if ($path->isPlain()) {
            return "JSON_EXTRACT($field, '" . $path->text() . "')";
        }
        // MariaDB compares names literally, and setters may store them with or without escapes.
        $found = [];
        foreach ([0, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_LINE_TERMINATORS] as $flags) {
            $text = '$';
            foreach ($path->steps as $step) {
                $text .= is_int($step) ? "[$step]" : '.' . json_encode($step, $flags);
            }
            $found[$text] = "JSON_EXTRACT($field, CONVERT(0x" . bin2hex($text) . ' USING utf8mb4))';
        }

        return count($found) === 1 ? reset($found) : 'COALESCE(' . implode(', ', $found) . ')';
    }

    public function jsonText(string $placeholder): string
    {
        return "CAST($placeholder AS BINARY)";
    }

    public function jsonNumber(string $placeholder, bool $isInteger): string
    {
        return "($placeholder + 0E0)";
    }

    public function jsonContains(string $field, JsonPath $path, mixed $value, callable $bind): ?string
    {
        if (!is_array($value) || !array_is_list($value)) {
            return null;
        }
        $document = $bind(json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE));

        return $this->jsonAt($field, $path)->is('array')
            . ' AND JSON_CONTAINS(' . self::jsonExtract($field, $path) . ", $document)";
    }

    public function random(?string $seed = null): string
    {
        return 'rand(' . ($seed === null ? '' : (int) $seed) . ')';
    }

    /**
     * Returns true for MariaDB 10.5 and later, not for MySQL. MariaDB may add its version to a MySQL version:
     * `5.5.5-10.11.2-MariaDB`.
     */
    public function returnsInsertedRows(ConnectionInterface $connection): bool
    {
        $version = (string) $connection->getAttribute(PDO::ATTR_SERVER_VERSION);

        return preg_match('/(?:^|-)(\d+\.\d+\.\d+)-MariaDB/', $version, $match) === 1
            && version_compare($match[1], '10.5', '>=');
    }

    public function getEmptyInsert(string $table): string
    {
        return 'INSERT INTO ' . $table . ' () VALUES ()';
    }

    public function getUpsert(
        string $table,
        array $columns,
        array $placeholders,
        array $keys,
        array $updates,
    ): string {
        // Setting a key column to itself is MySQL's way to do nothing.
        $set = $updates === []
            ? [$keys[0] . '=' . $keys[0]]
            : array_map(static fn (string $column): string => $column . '=VALUES(' . $column . ')', $updates);

        return 'INSERT INTO ' . $table . ' (' . implode(', ', $columns) . ') VALUES (' . implode(', ', $placeholders)
            . ') ON DUPLICATE KEY UPDATE ' . implode(', ', $set);
    }

    public function writesValues(): bool
    {
        return true;
    }

    public function supportsMultiRowInsert(): bool
    {
        return true;
    }

    /**
     * Returns the keys computed from the first one, which the server reports. The step is auto_increment_increment; in
     * a cluster, that is the number of nodes, which may change at any time.
     */
    public function getBulkIds(ConnectionInterface $connection, int $count): array
    {
        $first = (int) $connection->lastInsertId();
        $step = (int) $connection->query('SELECT @@auto_increment_increment')->fetchColumn();

        return range($first, $first + ($count - 1) * $step, $step);
    }

    /** A FLOAT is returned with six digits, but compared with all of them. */
    public function exactFloat(string $column): string
    {
        return $column . ' + 0e0';
    }

    public function needsCursorConnection(): bool
    {
        return true;
    }

    public function prepareCursorConnection(ConnectionInterface $connection): void
    {
        $connection->setAttribute('MYSQL_ATTR_USE_BUFFERED_QUERY', false);
    }

    public function getPageClause(?string $limit, ?string $offset): string
    {
        if ($offset !== null) {
            // MySQL does not support an offset without a limit. Its manual recommends the largest number as the limit.
            return ' LIMIT ' . $offset . ', ' . ($limit ?? '18446744073709551615');
        }

        return $limit === null ? '' : ' LIMIT ' . $limit;
    }

    public function limitsListQueries(): bool
    {
        return false;
    }

    public function isOneOfKeys(array $fields, array $keys, callable $bind, callable $typedNull): ?string
    {
        // MariaDB uses an index for an UPDATE or DELETE only if a single column is compared.
        $first = [];
        foreach ($keys as [$value]) {
            $first[serialize($value)] ??= $bind(0, $value);
        }

        return "($fields[0] IN (" . implode(',', $first) . ') AND (' . implode(',', $fields) . ') IN ('
            . self::rowsOf($keys, $bind) . '))';
    }

    public function applyLock(string &$sql, Lock $lock): void
    {
        $sql .= $lock->getType() === Lock::SHARED ? ' LOCK IN SHARE MODE' : ' FOR UPDATE';
    }

    public function lockTable(ConnectionInterface $connection, string $table): void
    {
        $connection->exec('LOCK TABLE ' . $this->quoteIdentifierTable($table) . ' WRITE');
    }

    /** Unlocks all tables, because the server cannot unlock a single one. */
    public function unlockTable(ConnectionInterface $connection, string $table): void
    {
        $connection->exec('UNLOCK TABLES');
    }

    protected function defaultOptions(): array
    {
        // By default, the driver accepts several statements in one string, so a clause with a semicolon could run
        // another statement.
        return ['MYSQL_ATTR_MULTI_STATEMENTS' => false];
    }

    protected function storesDate(string $text, string $type): bool
    {
        return $type === ColumnTypes::TIME && !str_ends_with($text, 'infinity');
    }

    /** @see https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html */
    protected function kindOfError(string $sqlState, int $code, string $message): ?ErrorKind
    {
        return match ($code) {
            1062, 1169, 1586 => ErrorKind::UniqueViolation,
            1216, 1217, 1451, 1452 => ErrorKind::ForeignKeyViolation,
            1048, 1364 => ErrorKind::NotNullViolation,
            3819, 4025 => ErrorKind::CheckViolation,
            1526, 1748 => ErrorKind::PartitionViolation,
            // 1467: MariaDB reports a deadlock for the counter of an AUTO_INCREMENT column so.
            1213, 1467 => ErrorKind::Deadlock,
            1205 => ErrorKind::LockTimeout,
            // 1047: The node is not part of its cluster, or not yet; another node may be. 2014, 2027, 2030, 2057: The
            // driver and the server are permanently out of sync.
            1047, 1053, 1927, 2002, 2006, 2013, 2014, 2027, 2030, 2055, 2057, 4031 => ErrorKind::ConnectionLost,
            default => null,
        };
    }

    protected function namesInError(string $message): array
    {
        $names = "/for key '(?:[^'.]+\\.)?([^']+)'|CONSTRAINT `([^`]+)`|Check constraint '([^']+)'/";
        $constraint = preg_match($names, $message, $match) ? end($match) : null;
        $table = preg_match('/(?:fails \(|failed for )`[^`]+`\.`([^`]+)`/', $message, $match) ? $match[1] : null;
        $columns = [];
        if (preg_match('/FOREIGN KEY \(([^)]+)\)/', $message, $match)) {
            $columns = explode(', ', str_replace('`', '', $match[1]));
        } elseif (preg_match("/(?:Column|Field) '([^']+)'/", $message, $match)) {
            $columns = [$match[1]];
        }

        return [$constraint, $table, $columns];
    }

    public function padsChar(): bool
    {
        return true;
    }
}
