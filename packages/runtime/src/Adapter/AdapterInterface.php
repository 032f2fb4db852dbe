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

/** Everything in which one database vendor differs from another at runtime. */
interface AdapterInterface
{
    public const ID_METHOD_NONE = 0;
    public const ID_METHOD_AUTOINCREMENT = 1;
    public const ID_METHOD_SEQUENCE = 2;

    /** The vendor name in lower case. */
    public function getAdapterId(): string;

    /** @param array<string, mixed> $configuration */
    public function getConnection(#[\SensitiveParameter] array $configuration): ConnectionInterface;

    /** @param array<string, mixed> $settings */
    public function initConnection(ConnectionInterface $connection, array $settings): void;

    public function setCharset(ConnectionInterface $connection, string $charset): void;

    /** Quotes a column with its table: `t.c`. */
    public function quote(string $text): string;

    /** Quotes one identifier, whatever it contains. */
    public function quoteIdentifier(string $text): string;

    /** Quotes a table with its schema and its alias: `s.t a`. */
    public function quoteIdentifierTable(string $table): string;

    /** Whether a word is a name only in quotes. */
    public function isReserved(string $word): bool;

    /** Whether the name of a table or a column has to be quoted. */
    public function needsQuotes(string $identifier): bool;

    /** @param bool $quotesAll whether names that need no quotes are quoted too */
    public function names(bool $quotesAll): Names;

    public function getStringDelimiter(): string;

    public function toUpperCase(string $expression): string;

    public function ignoreCase(string $expression): string;

    public function ignoreCaseInOrderBy(string $expression): string;

    public function concatString(string $left, string $right): string;

    public function subString(string $expression, int $position, int $length): string;

    public function strLength(string $expression): string;

    public function compareRegex(string $left, string $right): string;

    /** How a statement writes a value that is compared with an expression, of which no column says the type. */
    public function placeholderInExpression(string $placeholder, mixed $value): string;

    /** Whether a backslash in a literal escapes what follows it. */
    public function hasBackslashEscapes(): bool;

    /** A comparison by what two JSON documents say, not by their blanks. */
    public function compareJson(string $field, string $operator, string $document): string;

    /** A JSON document, or the value of a native ENUM column, as text. */
    public function asText(string $field): string;

    /** The value at a place in a JSON column. */
    public function jsonAt(string $field, JsonPath $path): JsonSql;

    /** How a bound text is compared with a text in JSON. */
    public function jsonText(string $placeholder): string;

    /** How a bound number is compared with a number in JSON. */
    public function jsonNumber(string $placeholder, bool $isInteger): string;

    /**
     * The condition that the value at a place in a JSON column contains another one.
     *
     * @param callable(string): string $bind binds a text and gives its placeholder
     * @return string|null null: its members are compared one by one
     */
    public function jsonContains(string $field, JsonPath $path, mixed $value, callable $bind): ?string;

    public function random(?string $seed = null): string;

    /** Whether the word, or words, can follow SELECT. They are written into the SQL, so this is a list. */
    public function isSelectModifier(string $modifier): bool;

    /** Whether LIKE has a variant that ignores case. */
    public function supportsIlike(): bool;

    /** What follows a pattern of LIKE so that a backslash in it escapes the next character, where that is not usual. */
    public function likeEscape(): string;

    public function isGetIdBeforeInsert(): bool;

    public function isGetIdAfterInsert(): bool;

    /** Whether an UPDATE does not count rows that have the new values already. */
    public function countsChangedRowsOnly(): bool;

    /** Whether an INSERT can return the new key in the same round trip. */
    public function supportsInsertReturning(): bool;

    /** Whether INSERT … RETURNING gives back any columns of all rows, on this server. */
    public function returnsInsertedRows(ConnectionInterface $connection): bool;

    /** The statement for a row without values. */
    public function getEmptyInsert(string $table): string;

    /**
     * The new key: the last one given out, or the next one of a sequence.
     *
     * @return int|string
     */
    public function getId(ConnectionInterface $connection, ?string $sequence = null);

    public function getDefaultSequence(string $table, string $column): ?string;

    /** How many values one statement can carry. */
    public function getMaxBindings(): int;

    /**
     * An INSERT that updates the row which has the same key.
     *
     * @param list<string> $columns
     * @param list<string> $placeholders of the columns
     * @param list<string> $keys columns of a primary or unique key
     * @param list<string> $updates columns to update; none leaves the row as it is
     */
    public function getUpsert(
        string $table,
        array $columns,
        array $placeholders,
        array $keys,
        array $updates,
    ): string;

    /** Whether one INSERT may carry many rows. */
    public function supportsMultiRowInsert(): bool;

    /**
     * The keys that an INSERT of many rows gave out, in the order of the rows, where it does not return them itself.
     *
     * @return list<int>
     */
    public function getBulkIds(ConnectionInterface $connection, int $count): array;

    /** @param DateTimeInterface|string|int $value */
    public function formatTemporalValue(mixed $value, ColumnMap $column): string;

    /**
     * The text of a date for a column of a schema type; null for a blank one.
     *
     * @param DateTimeInterface|string|int $value
     */
    public function storedDate(mixed $value, string $type): ?string;

    /**
     * What a statement takes as text for a date, a number with a fraction, a boolean or a UUID.
     *
     * @param DateTimeInterface|string|float|int|bool $value
     */
    public function storedText(mixed $value, string $type): int|string|null;

    public function formatTemporal(DateTimeInterface $value, string $type): string;

    public function getDateFormatter(): string;

    public function getTimeFormatter(): string;

    public function getTimestampFormatter(): string;

    /** The clause with a blank before it, or an empty text. */
    public function getGroupBy(Criteria $criteria): string;

    /**
     * The same where other columns are selected than the criteria names.
     *
     * @param list<string> $columns
     */
    public function groupBySelected(Criteria $criteria, array $columns): string;

    public function applyLimit(string &$sql, int $offset, int $limit, ?Criteria $criteria = null): void;

    /** Whether the numbers of a limit can be bound: then getPageClause() is what applyLimit() adds. */
    public function bindsPages(): bool;

    /**
     * The clause with a blank before it, or an empty text.
     *
     * @param string|null $limit a placeholder or a number; null: none
     * @param string|null $offset likewise
     */
    public function getPageClause(?string $limit, ?string $offset): string;

    /** Whether the query of an IN can have a limit. */
    public function limitsListQueries(): bool;

    /**
     * The condition that columns have the values of one of many keys; null if the database cannot compare rows.
     *
     * @param non-empty-list<string> $fields
     * @param non-empty-list<list<mixed>> $keys without null
     * @param callable(int, mixed): string $bind the placeholder of a value, by the position of its field
     * @param callable(int): string $typedNull null with the type of a field, by its position
     */
    public function isOneOfKeys(array $fields, array $keys, callable $bind, callable $typedNull): ?string;

    public function applyLock(string &$sql, Lock $lock): void;

    /** @param string $tableName quoted as the query wants it; the alias likewise */
    public function createDeleteFrom(string $tableName, ?string $alias): string;

    public function supportsAliasesInDelete(): bool;

    /** @param list<array{table: ?string, column: ?string, value: mixed, type?: int}> $params */
    public function bindValues(
        PDOStatement|StatementInterface $statement,
        array $params,
        DatabaseMap $databaseMap,
    ): void;

    /** Binds a value as its column wants it. */
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

    /** Whether a long result is better read through a connection of its own. */
    public function needsCursorConnection(): bool;

    /** Makes a connection give rows one by one. */
    public function prepareCursorConnection(ConnectionInterface $connection): void;

    /** Whether rows can be read bit by bit, too, in a connection that executes other statements meanwhile. */
    public function hasCursors(): bool;

    /**
     * A SELECT as the statement to execute where rows are read bit by bit.
     *
     * @param bool $outlivesCommit whether rows are read on when the transaction is committed
     */
    public function getCursorSql(string $sql, string $cursor, bool $outlivesCommit): string;

    /**
     * The rows of that statement.
     *
     * @param bool $isOwn whether the connection is there for these rows only
     */
    public function getCursorFetcher(
        ConnectionInterface $connection,
        PDOStatement|StatementInterface $statement,
        string $cursor,
        bool $isOwn,
    ): DataFetcherInterface;

    /** What a failure means; null if its kind is unknown. */
    public function describeError(Throwable $failure): ?ErrorInfo;

    /** Whether a list of values can be given to execute() though the placeholders have names: that is faster. */
    public function bindsNamesByPosition(): bool;

    /** Whether the database takes the types of parameters from the statement, however PDO was told to bind them. */
    public function infersParameterTypes(): bool;

    /** Whether values of a type can be given to execute() as they are. */
    public function bindsPlainly(string $type): bool;

    /** Whether texts are bytes for a column of a type if they are bound as PDO::PARAM_LOB. */
    public function bindsBytes(string $type): bool;

    /** @param list<array{table: ?string, column: ?string, value: mixed, type?: int}> $params */
    public function cleanupSQL(string &$sql, array &$params, Criteria $criteria, DatabaseMap $databaseMap): void;

    /** Whether nulls come behind all other values in an ascending order. */
    public function sortsNullsHigh(): bool;

    /** The statement that shows how another one would be executed. */
    public function getExplainPlanQuery(string $query): string;
}
