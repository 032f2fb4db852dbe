<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use DateTimeInterface;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\SqlBuilder\Names;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Util\JsonPath;
use PDOStatement;
use Throwable;

/** All differences between database vendors at runtime. */
interface AdapterInterface
{
    public const ID_METHOD_NONE = 0;
    public const ID_METHOD_AUTOINCREMENT = 1;
    public const ID_METHOD_SEQUENCE = 2;

    /** Returns the vendor name in lower case. */
    public function getAdapterId(): string;

    /** @param array<string, mixed> $configuration */
    public function getConnection(#[\SensitiveParameter] array $configuration): ConnectionInterface;

    /** @param array<string, mixed> $settings */
    public function initConnection(ConnectionInterface $connection, array $settings): void;

    public function setCharset(ConnectionInterface $connection, string $charset): void;

    /** Quotes a column with its table: `t.c`. */
    public function quote(string $text): string;

    /** Quotes one identifier, which may contain any characters. */
    public function quoteIdentifier(string $text): string;

    /** Quotes a table with its schema and its alias: `s.t a`. */
    public function quoteIdentifierTable(string $table): string;

    /** Returns whether a word must be quoted to be used as a name. */
    public function isReserved(string $word): bool;

    /** Returns whether the name of a table or column must be quoted. */
    public function needsQuotes(string $identifier): bool;

    /** @param bool $quotesAll true: also quote names that do not need it */
    public function names(bool $quotesAll): Names;

    public function getStringDelimiter(): string;

    public function toUpperCase(string $expression): string;

    public function ignoreCase(string $expression): string;

    public function ignoreCaseInOrderBy(string $expression): string;

    public function concatString(string $left, string $right): string;

    public function subString(string $expression, int $position, int $length): string;

    public function strLength(string $expression): string;

    public function compareRegex(string $left, string $right): string;

    /** Returns the SQL for a value that is compared with an expression, whose type no column determines. */
    public function placeholderInExpression(string $placeholder, mixed $value): string;

    /** Returns whether a backslash in a string literal escapes the next character. */
    public function hasBackslashEscapes(): bool;

    /** Returns a comparison of two JSON documents by their contents, regardless of whitespace. */
    public function compareJson(string $field, string $operator, string $document): string;

    /** Returns a JSON document, or the value of a native ENUM column, as text. */
    public function asText(string $field): string;

    /** Returns the SQL for the value at a path in a JSON column. */
    public function jsonAt(string $field, JsonPath $path): JsonSql;

    /** Returns the SQL that compares a bound string with a JSON string. */
    public function jsonText(string $placeholder): string;

    /** Returns the SQL that compares a bound number with a JSON number. */
    public function jsonNumber(string $placeholder, bool $isInteger): string;

    /**
     * Returns the condition that the value at a path in a JSON column contains another value.
     *
     * @param callable(string): string $bind binds a string and returns its placeholder
     * @return string|null null: compare its members one by one
     */
    public function jsonContains(string $field, JsonPath $path, mixed $value, callable $bind): ?string;

    public function random(?string $seed = null): string;

    /**
     * Returns whether one or more words may follow SELECT. They are written into the SQL, so only listed ones are
     * accepted.
     */
    public function isSelectModifier(string $modifier): bool;

    /** Returns whether LIKE has a case-insensitive variant. */
    public function supportsIlike(): bool;

    /**
     * Returns the clause after a LIKE pattern that makes the backslash its escape character; empty if that is the
     * default.
     */
    public function likeEscape(): string;

    public function isGetIdBeforeInsert(): bool;

    public function isGetIdAfterInsert(): bool;

    /** Returns whether an UPDATE does not count rows that already have the new values. */
    public function countsChangedRowsOnly(): bool;

    /** Returns whether an INSERT can return the new key in the same round trip. */
    public function supportsInsertReturning(): bool;

    /** Returns whether INSERT … RETURNING on this server can return any columns of all rows. */
    public function returnsInsertedRows(ConnectionInterface $connection): bool;

    /** Returns the statement that inserts a row without values. */
    public function getEmptyInsert(string $table): string;

    /**
     * Returns the new key: the last generated one, or the next value of a sequence.
     *
     * @return int|string
     */
    public function getId(ConnectionInterface $connection, ?string $sequence = null);

    public function getDefaultSequence(string $table, string $column): ?string;

    /** Returns the maximum number of bound values in one statement. */
    public function getMaxBindings(): int;

    /**
     * Returns an INSERT that updates the row with the same key.
     *
     * @param list<string> $columns
     * @param list<string> $placeholders placeholders of the columns
     * @param list<string> $keys columns of a primary or unique key
     * @param list<string> $updates columns to update; empty: keep the existing row unchanged
     */
    public function getUpsert(
        string $table,
        array $columns,
        array $placeholders,
        array $keys,
        array $updates,
    ): string;

    /** Returns whether one INSERT may contain many rows. */
    public function supportsMultiRowInsert(): bool;

    /**
     * Returns the keys generated by an INSERT of many rows, in the order of the rows, if the INSERT itself does not
     * return them.
     *
     * @return list<int>
     */
    public function getBulkIds(ConnectionInterface $connection, int $count): array;

    /** @param DateTimeInterface|string|int $value */
    public function formatTemporalValue(mixed $value, ColumnMap $column): string;

    /**
     * Returns a date as a string for a column of a schema type; null for an empty date.
     *
     * @param DateTimeInterface|string|int $value
     */
    public function storedDate(mixed $value, string $type): ?string;

    /**
     * Returns a date, a number with a fraction, a boolean or a UUID as a value for execute().
     *
     * @param DateTimeInterface|string|float|int|bool $value
     */
    public function storedText(mixed $value, string $type): int|string|null;

    public function formatTemporal(DateTimeInterface $value, string $type): string;

    public function getDateFormatter(): string;

    public function getTimeFormatter(): string;

    public function getTimestampFormatter(): string;

    /** Returns the GROUP BY clause with a leading space, or an empty string. */
    public function getGroupBy(Criteria $criteria): string;

    /**
     * Returns the clause when other columns are selected than those in the criteria.
     *
     * @param list<string> $columns
     */
    public function groupBySelected(Criteria $criteria, array $columns): string;

    /**
     * Returns the expression that a SELECT DISTINCT selects for a column.
     *
     * @param string $column name as in the criteria
     * @param string $sql the column in SQL
     */
    public function distinctColumn(Criteria $criteria, string $column, string $sql): string;

    public function applyLimit(string &$sql, int $offset, int $limit, ?Criteria $criteria = null): void;

    /** Returns whether LIMIT and OFFSET can be bound. applyLimit() then adds the same clause as getPageClause(). */
    public function bindsPages(): bool;

    /**
     * Returns the clause with a leading space, or an empty string.
     *
     * @param string|null $limit a placeholder or a number; null: no limit
     * @param string|null $offset a placeholder or a number; null: no offset
     */
    public function getPageClause(?string $limit, ?string $offset): string;

    /** Returns whether the sub-query of an IN may have a limit. */
    public function limitsListQueries(): bool;

    /**
     * Returns the condition that columns match one of many keys; null if the database cannot compare rows.
     *
     * @param non-empty-list<string> $fields
     * @param non-empty-list<list<mixed>> $keys without null
     * @param callable(int, mixed): string $bind returns the placeholder of a value, by the position of its field
     * @param callable(int): string $typedNull returns a null expression with the type of a field, by its position
     */
    public function isOneOfKeys(array $fields, array $keys, callable $bind, callable $typedNull): ?string;

    public function applyLock(string &$sql, Lock $lock): void;

    /** @param string $tableName the table, quoted as in the query, like the alias */
    public function createDeleteFrom(string $tableName, ?string $alias): string;

    public function supportsAliasesInDelete(): bool;

    /** @param list<array{table: ?string, column: ?string, value: mixed, type?: int}> $params */
    public function bindValues(
        PDOStatement|StatementInterface $statement,
        array $params,
        DatabaseMap $databaseMap,
    ): void;

    /** Binds a value by the type of its column. */
    public function bindValue(
        PDOStatement|StatementInterface $statement,
        string $parameter,
        mixed $value,
        ColumnMap $column,
        ?int $position = null,
    ): bool;

    /** Binds a value by schema type. */
    public function bindTyped(
        PDOStatement|StatementInterface $statement,
        int|string $parameter,
        mixed $value,
        string $type,
    ): void;

    /** Returns whether a long result is better read through a separate connection. */
    public function needsCursorConnection(): bool;

    /** Makes a connection return rows one by one. */
    public function prepareCursorConnection(ConnectionInterface $connection): void;

    /** Returns whether rows can also be read in batches on a connection that runs other statements in between. */
    public function hasCursors(): bool;

    /**
     * Returns the statement to run for reading the rows of a SELECT in batches.
     *
     * @param bool $outlivesCommit whether reading may continue after the transaction is committed
     */
    public function getCursorSql(string $sql, string $cursor, bool $outlivesCommit): string;

    /**
     * Returns the fetcher for the rows of that statement.
     *
     * @param bool $isOwn whether the connection is used only for these rows
     */
    public function getCursorFetcher(
        ConnectionInterface $connection,
        PDOStatement|StatementInterface $statement,
        string $cursor,
        bool $isOwn,
    ): DataFetcherInterface;

    /** Returns the meaning of a failure; null if its kind is unknown. */
    public function describeError(Throwable $failure): ?ErrorInfo;

    /** Returns whether execute() accepts values by position for named placeholders, which is faster. */
    public function bindsNamesByPosition(): bool;

    /** Returns whether the database determines parameter types from the statement, regardless of the PDO types. */
    public function infersParameterTypes(): bool;

    /** Returns whether values of a type can be passed to execute() unchanged. */
    public function bindsPlainly(string $type): bool;

    /** Returns whether strings bound as PDO::PARAM_LOB are stored as bytes in columns of a type. */
    public function bindsBytes(string $type): bool;

    /** @param list<array{table: ?string, column: ?string, value: mixed, type?: int}> $params */
    public function cleanupSQL(string &$sql, array &$params, Criteria $criteria, DatabaseMap $databaseMap): void;

    /** Returns whether null sorts after all other values in ascending order. */
    public function sortsNullsHigh(): bool;

    /** Returns whether CHAR columns get or lose spaces at the end of values, which comparisons ignore. */
    public function padsChar(): bool;

    /** Returns SQL for the exact value of a column with floats. */
    public function exactFloat(string $column): string;

    /** Returns SQL for a number without digits after the point, as an integer column stores it. */
    public function rounded(string $number): string;

    /** Returns the statement that shows the execution plan of a query. */
    public function getExplainPlanQuery(string $query): string;
}
