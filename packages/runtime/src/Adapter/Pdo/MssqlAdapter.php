<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Adapter\JsonSql;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\JsonPath;
use Orm\Runtime\Util\UuidConverter;

/** Microsoft SQL Server, version 2012 or later. */
class MssqlAdapter extends PdoAdapter
{
    protected const CHARSET_PARAMETERS = ['dblib' => 'charset'];

    protected const UTF8 = 'UTF-8';

    protected const RESERVED_WORDS = ''
        . 'ADD ALL ALTER AND ANY AS ASC AUTHORIZATION BACKUP BEGIN BETWEEN BREAK BROWSE BULK BY CASCADE CASE CHECK '
        . 'CHECKPOINT CLOSE CLUSTERED COALESCE COLLATE COLUMN COMMIT COMPUTE CONSTRAINT CONTAINS CONTAINSTABLE '
        . 'CONTINUE CONVERT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER CURSOR '
        . 'DATABASE DBCC DEALLOCATE DECLARE DEFAULT DELETE DENY DESC DISK DISTINCT DISTRIBUTED DOUBLE DROP DUMP '
        . 'ELSE END ERRLVL ESCAPE EXCEPT EXEC EXECUTE EXISTS EXIT EXTERNAL FETCH FILE FILLFACTOR FOR FOREIGN '
        . 'FREETEXT FREETEXTTABLE FROM FULL FUNCTION GOTO GRANT GROUP HAVING HOLDLOCK IDENTITY IDENTITY_INSERT '
        . 'IDENTITYCOL IF IN INDEX INNER INSERT INTERSECT INTO IS JOIN KEY KILL LEFT LIKE LINENO LOAD MERGE '
        . 'NATIONAL NOCHECK NONCLUSTERED NOT NULL NULLIF OF OFF OFFSETS ON OPEN OPENDATASOURCE OPENQUERY OPENROWSET '
        . 'OPENXML OPTION OR ORDER OUTER OVER PERCENT PIVOT PLAN PRECISION PRIMARY PRINT PROC PROCEDURE PUBLIC '
        . 'RAISERROR READ READTEXT RECONFIGURE REFERENCES REPLICATION RESTORE RESTRICT RETURN REVERT REVOKE RIGHT '
        . 'ROLLBACK ROWCOUNT ROWGUIDCOL RULE SAVE SCHEMA SECURITYAUDIT SELECT SEMANTICKEYPHRASETABLE '
        . 'SEMANTICSIMILARITYDETAILSTABLE SEMANTICSIMILARITYTABLE SESSION_USER SET SETUSER SHUTDOWN SOME STATISTICS '
        . 'SYSTEM_USER TABLE TABLESAMPLE TEXTSIZE THEN TO TOP TRAN TRANSACTION TRIGGER TRUNCATE TRY_CONVERT TSEQUAL '
        . 'UNION UNIQUE UNPIVOT UPDATE UPDATETEXT USE USER VALUES VARYING VIEW WAITFOR WHEN WHERE WHILE WITH WITHIN '
        . 'WRITETEXT';

    /** @see https://learn.microsoft.com/sql/t-sql/queries/top-transact-sql */
    public function isSelectModifier(string $modifier): bool
    {
        return parent::isSelectModifier($modifier)
            || preg_match('/^TOP (?:\d+|\(\d+\))(?: PERCENT)?(?: WITH TIES)?$/Di', $modifier) === 1;
    }

    public function setCharset(ConnectionInterface $connection, string $charset): void
    {
        // The driver converts character sets itself.
    }

    public function quoteIdentifier(string $text): string
    {
        return '[' . str_replace(']', ']]', $text) . ']';
    }

    public function concatString(string $left, string $right): string
    {
        return '(' . $left . ' + ' . $right . ')';
    }

    public function subString(string $expression, int $position, int $length): string
    {
        return sprintf('SUBSTRING(%s, %d, %d)', $expression, $position, $length);
    }

    public function strLength(string $expression): string
    {
        return 'LEN(' . $expression . ')';
    }

    public function compareRegex(string $left, string $right): string
    {
        return 'dbo.RegexMatch(' . $left . ', ' . $right . ')';
    }

    public function random(?string $seed = null): string
    {
        return 'RAND(' . ($seed === null ? '' : (int) $seed) . ')';
    }

    public function getMaxBindings(): int
    {
        return 2000;
    }

    /** @link https://learn.microsoft.com/sql/t-sql/statements/merge-transact-sql */
    public function getUpsert(
        string $table,
        array $columns,
        array $placeholders,
        array $keys,
        array $updates,
    ): string {
        $given = array_map(
            static fn (string $placeholder, string $column): string => $placeholder . ' AS ' . $column,
            $placeholders,
            $columns,
        );
        $on = array_map(static fn (string $key): string => 'target.' . $key . '=given.' . $key, $keys);
        $set = array_map(static fn (string $column): string => 'target.' . $column . '=given.' . $column, $updates);
        $values = array_map(static fn (string $column): string => 'given.' . $column, $columns);

        return 'MERGE INTO ' . $table . ' WITH (HOLDLOCK) AS target USING (SELECT '
            . implode(', ', $given) . ') AS given ON ('
            . implode(' AND ', $on) . ')'
            . ($set === [] ? '' : ' WHEN MATCHED THEN UPDATE SET ' . implode(', ', $set))
            . ' WHEN NOT MATCHED THEN INSERT (' . implode(', ', $columns)
            . ') VALUES (' . implode(', ', $values) . ');';
    }

    public function getTimeFormatter(): string
    {
        return 'H:i:s:000';
    }

    public function getTimestampFormatter(): string
    {
        return 'Y-m-d H:i:s:000';
    }

    public function applyLimit(string &$sql, int $offset, int $limit, ?Criteria $criteria = null): void
    {
        if ($offset === 0) {
            $sql = (string) preg_replace('/^SELECT (\/\*.*?\*\/ )?(DISTINCT )?/s', '$0TOP ' . $limit . ' ', $sql, 1);

            return;
        }
        // OFFSET is part of ORDER BY in SQL Server, so a query without an order gets a neutral one.
        if ($criteria === null || $criteria->getOrderByColumns() === []) {
            $sql .= ' ORDER BY (SELECT NULL)';
        }
        $sql .= ' OFFSET ' . $offset . ' ROWS';
        if ($limit >= 0) {
            $sql .= ' FETCH NEXT ' . $limit . ' ROWS ONLY';
        }
    }

    public function applyLock(string &$sql, Lock $lock): void
    {
        throw new LogicException('Locking reads are not supported on this database: they would need table hints');
    }

    /**
     * Writes binary values into the statement, because the driver has no binary parameters, and renumbers the other
     * placeholders.
     */
    public function cleanupSQL(string &$sql, array &$params, Criteria $criteria, DatabaseMap $databaseMap): void
    {
        $kept = $texts = [];
        foreach ($params as $i => $param) {
            $type = self::binaryType($param, $databaseMap);
            if ($type === null || $param['value'] === null) {
                $kept[] = $param;
                $texts[':p' . ($i + 1)] = ':p' . count($kept);
            } else {
                $bytes = isset(ColumnMap::UUID_BYTES[$type])
                    ? UuidConverter::uuidToBin((string) $param['value'], ColumnMap::UUID_BYTES[$type])
                    : (string) ColumnValue::content($param['value']);
                $texts[':p' . ($i + 1)] = '0x' . bin2hex($bytes);
            }
        }
        $params = $kept;
        $sql = self::withPlaceholders($sql, $texts);
    }

    /**
     * @param array{table: ?string, column: ?string, value: mixed, type?: int} $param
     * @return string|null the type of the column; null if it is not binary
     */
    protected static function binaryType(array $param, DatabaseMap $databaseMap): ?string
    {
        if ($param['table'] === null || isset($param['type'])) {
            return null;
        }
        $column = $databaseMap->getTable($param['table'])->getColumn((string) $param['column']);

        return $column->isLob() || $column->getType() === ColumnTypes::BINARY ? $column->getType() : null;
    }

    /** @param array<string, string> $texts replacements by placeholder */
    protected static function withPlaceholders(string $sql, array $texts): string
    {
        return $texts === [] ? $sql : (string) preg_replace_callback(
            '/:p\d+/',
            static fn (array $match): string => $texts[$match[0]] ?? $match[0],
            $sql,
        );
    }

    public function jsonAt(string $field, JsonPath $path): JsonSql
    {
        // As the only element of a list, the document has a type like any other value.
        $document = "N'[' + $field + N']'";
        $steps = [0, ...$path->steps];
        $last = array_pop($steps);
        foreach ($steps as $step) {
            $document = self::jsonMember($document, 'value', $step) . ' AND [type] IN (4, 5))';
        }
        [$value, $type] = [
            self::jsonMember($document, 'value', $last) . ')',
            self::jsonMember($document, 'type', $last) . ')',
        ];
        $text = "($value COLLATE Latin1_General_BIN2)";

        return new JsonSql(
            $type,
            ['string' => '1', 'number' => '2', 'boolean' => '3', 'null' => '0', 'array' => '4'],
            $text,
            $text,
            "TRY_CONVERT(FLOAT, $value)",
            "$value = N'true'",
        );
    }

    /** Returns the start of a query for a member of a document. */
    private static function jsonMember(string $document, string $what, int|string $step): string
    {
        $key = is_int($step)
            ? "N'$step'"
            : 'CONVERT(NVARCHAR(4000), 0x' . bin2hex(mb_convert_encoding($step, 'UTF-16LE', 'UTF-8')) . ')';

        return "(SELECT [$what] FROM OPENJSON($document) WHERE [key] = $key";
    }

    public function jsonNumber(string $placeholder, bool $isInteger): string
    {
        return "CONVERT(FLOAT, $placeholder)";
    }

    /** @see https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors */
    protected function kindOfError(string $sqlState, int $code, string $message): ?ErrorKind
    {
        return match ($code) {
            2601, 2627 => ErrorKind::UniqueViolation,
            547 => str_contains($message, 'CHECK constraint')
                ? ErrorKind::CheckViolation
                : ErrorKind::ForeignKeyViolation,
            515 => ErrorKind::NotNullViolation,
            1205 => ErrorKind::Deadlock,
            1222 => ErrorKind::LockTimeout,
            default => str_starts_with($sqlState, '08') ? ErrorKind::ConnectionLost : null,
        };
    }

    protected function namesInError(string $message): array
    {
        $constraint = preg_match('/constraint [\'"]([^\'"]+)[\'"]/i', $message, $match) ? $match[1] : null;
        $pattern = '/(?:table|object) [\'"](?:[^\'"]*\.)?([^\'".]+)[\'"]/';
        $table = preg_match($pattern, $message, $match) ? $match[1] : null;
        $columns = preg_match('/column [\'"]([^\'"]+)[\'"]/', $message, $match) ? [$match[1]] : [];

        return [$constraint, $table, $columns];
    }

    public function padsChar(): bool
    {
        return true;
    }

    public function getExplainPlanQuery(string $query): string
    {
        throw new AdapterException('This database cannot return a query plan from one statement');
    }
}
