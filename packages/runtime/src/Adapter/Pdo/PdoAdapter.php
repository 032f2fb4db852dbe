<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use DateTimeInterface;
use ErrorException;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\SqlBuilder\ColumnAliases;
use Orm\Runtime\ActiveQuery\SqlBuilder\Names;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Adapter\JsonSql;
use Orm\Runtime\Adapter\SqlAdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\DatabaseUrl;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\PdoConstants;
use Orm\Runtime\Connection\Secrets;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Util\JsonPath;
use Orm\Runtime\Util\OrmDateTime;
use Orm\Runtime\Util\TemporalValue;
use PDO;
use PDOException;
use PDOStatement;
use ReflectionMethod;
use Throwable;

/** Standard SQL over PDO. Each vendor overrides only its differences. */
abstract class PdoAdapter implements SqlAdapterInterface
{
    /** Driver warnings for a server that is gone, or whose answers the driver no longer understands. */
    private const LOSSES = '/gone away|Error while (?:sending|reading)|errno=32|Broken pipe|Packets out of order'
        . '|malformed packet|premature end of data|Wrong buffer length|RSET_HEADER packet|unbuffered queries/i';

    /** Words that must be quoted to be used as names, separated by spaces. The generator has the same lists. */
    protected const RESERVED_WORDS = '';

    /** The parameters of DSNs that set the character set, by drivers that do not always use UTF-8. */
    protected const CHARSET_PARAMETERS = [];

    /** The name of UTF-8 in them. */
    protected const UTF8 = 'UTF8';

    /** The words that may follow SELECT, as strings: a script that only saves need not load Criteria. */
    protected const SELECT_MODIFIERS = ['ALL', 'DISTINCT'];

    /** The class that binds values by column type. */
    protected const VALUE_BINDING = ValueBinding::class;

    /** @var array<int, Names> */
    private array $names = [];

    private ?ValueBinding $valueBinding = null;

    private ?bool $bindsPages = null;

    public function hasBackslashEscapes(): bool
    {
        return false;
    }

    public function compareJson(string $field, string $operator, string $document): string
    {
        // Setters store documents without whitespace.
        return $field . $operator . $document;
    }

    public function asText(string $field): string
    {
        return $field;
    }

    public function jsonAt(string $field, JsonPath $path): JsonSql
    {
        throw new OrmException(sprintf('The adapter %s has no JSON paths', $this->getAdapterId()));
    }

    public function jsonText(string $placeholder): string
    {
        return $placeholder;
    }

    public function jsonNumber(string $placeholder, bool $isInteger): string
    {
        return $placeholder;
    }

    public function jsonContains(string $field, JsonPath $path, mixed $value, callable $bind): ?string
    {
        if (is_array($value) && array_is_list($value)) {
            throw new OrmException(sprintf('The adapter %s does not look for elements of JSON', $this->getAdapterId()));
        }

        return null;
    }

    public function getAdapterId(): string
    {
        return strtolower((string) preg_replace('/^.*\\\\|Adapter$/', '', static::class));
    }

    public function getConnection(#[\SensitiveParameter] array $configuration): ConnectionInterface
    {
        if (str_contains((string) ($configuration['dsn'] ?? ''), '://')) {
            $configuration = DatabaseUrl::expand($configuration);
        }
        if (!isset($configuration['dsn']) || $configuration['dsn'] === '') {
            throw new InvalidArgumentException('The connection configuration has no "dsn"');
        }
        $givenDsn = $configuration['dsn'];
        $configuration = self::withCharset($this->prepareParams($configuration));
        $dsn = $configuration['dsn'];
        $password = null;
        if (stripos($dsn, 'password') !== false) {
            [$dsn, $password] = Secrets::taken($dsn);
        }
        // An empty string means that a value is not given. The driver would otherwise prefer it to the value in the
        // DSN.
        $given = array_filter($configuration, static fn (mixed $value): bool => $value !== '');
        // This check comes before the options, because PHP does not know the options of a missing driver.
        if (self::lacksDriver($dsn)) {
            $text = self::cannotConnect($givenDsn) . ConnectAdvice::missingDriver($dsn);
            throw new AdapterException($text);
        }
        try {
            $connection = new PdoConnection(
                $dsn,
                $given['user'] ?? null,
                $given['password'] ?? $password,
                self::pdoOptions($configuration['options'] ?? []) + self::pdoOptions($this->defaultOptions()),
            );
            $this->initConnection($connection, $configuration['settings'] ?? []);
        } catch (PDOException | ErrorException $failure) {
            // Drivers also raise warnings, which some applications convert to exceptions.
            $hidden = Secrets::hidden($failure, $configuration);
            $user = (string) ($given['user'] ?? '');
            $text = self::cannotConnect($givenDsn) . ConnectAdvice::text($hidden, $dsn, $user);
            throw Secrets::hidden(new AdapterException($text, 0, $hidden));
        }

        return $connection;
    }

    private static function cannotConnect(#[\SensitiveParameter] string $dsn): string
    {
        return sprintf('Cannot connect to %s', Secrets::shown($dsn));
    }

    /**
     * Adds the character set to the DSN, because the driver would otherwise use that of the server or the environment.
     *
     * @param array<string, mixed> $configuration
     * @return array<string, mixed>
     */
    private static function withCharset(#[\SensitiveParameter] array $configuration): array
    {
        $dsn = $configuration['dsn'];
        $charset = $configuration['settings']['charset'] ?? null;
        $charset = (string) (is_array($charset) ? $charset['value'] ?? '' : $charset);
        $parameter = static::CHARSET_PARAMETERS[strstr($dsn, ':', true)] ?? null;
        if ($parameter === null || preg_match("/[:; ']$parameter\\s*=/i", $dsn) === 1) {
            return $configuration;
        }
        $charset = $charset === '' ? static::UTF8 : $charset;
        if (preg_match('/^[\w-]+$/D', $charset) === 1) {
            $configuration['dsn'] = "$dsn;$parameter=$charset";
            unset($configuration['settings']['charset']);
        }

        return $configuration;
    }

    /**
     * Returns whether PHP lacks the driver. PDO also accepts names from php.ini and addresses of files instead of a
     * driver.
     */
    private static function lacksDriver(#[\SensitiveParameter] string $dsn): bool
    {
        $available = extension_loaded('pdo') ? PDO::getAvailableDrivers() : [];

        return !in_array((string) strstr($dsn, ':', true), ['', 'uri', ...$available], true);
    }

    /**
     * Returns the options of connections whose configuration does not set them.
     *
     * @return array<string, mixed>
     */
    protected function defaultOptions(): array
    {
        return [];
    }

    public function initConnection(ConnectionInterface $connection, array $settings): void
    {
        $charset = $settings['charset'] ?? null;
        if (is_array($charset)) {
            $charset = $charset['value'] ?? null;
        }
        if ($charset !== null && $charset !== '') {
            $this->setCharset($connection, (string) $charset);
        }
        foreach ($settings['queries'] ?? [] as $queries) {
            foreach ((array) $queries as $query) {
                $connection->exec($query);
            }
        }
    }

    public function setCharset(ConnectionInterface $connection, string $charset): void
    {
        $connection->exec('SET NAMES ' . $connection->quote($charset));
    }

    public function quote(string $text): string
    {
        $dot = strrpos($text, '.');
        if ($dot === false) {
            return $this->quoteIdentifier($text);
        }

        return $this->quoteIdentifierTable(substr($text, 0, $dot)) . '.'
            . $this->quoteIdentifier(substr($text, $dot + 1));
    }

    public function quoteIdentifier(string $text): string
    {
        return '"' . str_replace('"', '""', $text) . '"';
    }

    public function quoteIdentifierTable(string $table): string
    {
        $parts = explode(' ', $table, 2);
        $quoted = implode('.', array_map($this->quoteIdentifier(...), explode('.', $parts[0])));

        return isset($parts[1]) ? $quoted . ' ' . $this->quoteIdentifier($parts[1]) : $quoted;
    }

    public function isReserved(string $word): bool
    {
        return str_contains(' ' . static::RESERVED_WORDS . ' ', ' ' . strtoupper($word) . ' ');
    }

    public function needsQuotes(string $identifier): bool
    {
        return preg_match('/^[a-z_][a-z0-9_]*$/iD', $identifier) !== 1 || $this->isReserved($identifier);
    }

    public function names(bool $quotesAll): Names
    {
        return $this->names[(int) $quotesAll] ??= new Names($this, $quotesAll);
    }

    /**
     * Clears the cache of names from queries.
     *
     * @internal
     */
    public function forgetNames(): void
    {
        foreach ($this->names as $names) {
            $names->forget();
        }
    }

    public function getStringDelimiter(): string
    {
        return "'";
    }

    public function toUpperCase(string $expression): string
    {
        return 'UPPER(' . $expression . ')';
    }

    public function ignoreCase(string $expression): string
    {
        return 'UPPER(' . $expression . ')';
    }

    public function ignoreCaseInOrderBy(string $expression): string
    {
        return $this->ignoreCase($expression);
    }

    public function concatString(string $left, string $right): string
    {
        return '(' . $left . ' || ' . $right . ')';
    }

    public function placeholderInExpression(string $placeholder, mixed $value): string
    {
        return $placeholder;
    }

    public function isSelectModifier(string $modifier): bool
    {
        return in_array(strtoupper($modifier), static::SELECT_MODIFIERS, true);
    }

    public function supportsIlike(): bool
    {
        return false;
    }

    public function likeEscape(): string
    {
        return '';
    }

    /** @return self::ID_METHOD_* */
    protected function getIdMethod(): int
    {
        return self::ID_METHOD_AUTOINCREMENT;
    }

    public function isGetIdBeforeInsert(): bool
    {
        return $this->getIdMethod() === self::ID_METHOD_SEQUENCE;
    }

    public function isGetIdAfterInsert(): bool
    {
        return $this->getIdMethod() === self::ID_METHOD_AUTOINCREMENT;
    }

    public function countsChangedRowsOnly(): bool
    {
        return false;
    }

    public function supportsInsertReturning(): bool
    {
        return false;
    }

    public function returnsInsertedRows(ConnectionInterface $connection): bool
    {
        return $this->supportsInsertReturning();
    }

    public function getEmptyInsert(string $table): string
    {
        return 'INSERT INTO ' . $table . ' DEFAULT VALUES';
    }

    public function getId(ConnectionInterface $connection, ?string $sequence = null)
    {
        return $connection->lastInsertId($sequence);
    }

    public function getDefaultSequence(string $table, string $column): ?string
    {
        return null;
    }

    /** Returns at most this number of bytes, without a partial character at the end. */
    protected static function clipped(string $text, int $bytes): string
    {
        while ($bytes < strlen($text) && (ord($text[$bytes]) & 0xC0) === 0x80) {
            $bytes--;
        }

        return substr($text, 0, $bytes);
    }

    public function getUpsert(
        string $table,
        array $columns,
        array $placeholders,
        array $keys,
        array $updates,
    ): string {
        $set = array_map(static fn (string $column): string => $column . '=excluded.' . $column, $updates);

        return 'INSERT INTO ' . $table . ' (' . implode(', ', $columns) . ') VALUES (' . implode(', ', $placeholders)
            . ') ON CONFLICT (' . implode(', ', $keys) . ') DO '
            . ($set === [] ? 'NOTHING' : 'UPDATE SET ' . implode(', ', $set));
    }

    public function getMaxBindings(): int
    {
        return 32000;
    }

    /** Returns whether the driver can write values into a statement, which then has no limit on their number. */
    public function writesValues(): bool
    {
        return false;
    }

    /**
     * @param list<array{table: string|null, column?: string|null, value: mixed, type?: int}> $params
     * @return list<string>|null the values as SQL literals; null: only the driver can write them
     */
    public function literals(array $params, DatabaseMap $databaseMap): ?array
    {
        return null;
    }

    public function supportsMultiRowInsert(): bool
    {
        return false;
    }

    public function getBulkIds(ConnectionInterface $connection, int $count): array
    {
        throw new AdapterException('This database does not return the keys of several inserted rows');
    }

    public function bindValues(
        PDOStatement|StatementInterface $statement,
        array $params,
        DatabaseMap $databaseMap,
    ): void {
        $this->valueBinding()->bindAll($statement, $params, $databaseMap);
    }

    /**
     * Binds values to unnamed placeholders.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    public function bindInOrder(
        PDOStatement|StatementInterface $statement,
        array $params,
        DatabaseMap $databaseMap,
    ): void {
        $this->valueBinding()->bindAll($statement, $params, $databaseMap, true);
    }

    public function bindValue(
        PDOStatement|StatementInterface $statement,
        string $parameter,
        mixed $value,
        ColumnMap $column,
        ?int $position = null,
    ): bool {
        $this->bindTyped($statement, $parameter, $value, $column->getType());

        return true;
    }

    public function bindTyped(
        PDOStatement|StatementInterface $statement,
        int|string $parameter,
        mixed $value,
        string $type,
    ): void {
        ($this->valueBinding ?? $this->valueBinding())->bind($statement, $parameter, $value, $type);
    }

    public function bindsPlainly(string $type): bool
    {
        return in_array($type, ColumnMap::INTEGER_TYPES, true) || in_array($type, ColumnMap::TEXT_TYPES, true)
            || in_array($type, ['DECIMAL', 'NUMERIC', 'CLOB', 'UUID', 'JSON', 'ARRAY'], true)
            || ColumnMap::hasTypedText($type);
    }

    public function bindsBytes(string $type): bool
    {
        return isset(ValueBinding::BINARY[$type]);
    }

    public function cleanupSQL(string &$sql, array &$params, Criteria $criteria, DatabaseMap $databaseMap): void
    {
    }

    private function valueBinding(): ValueBinding
    {
        return $this->valueBinding ??= new (static::VALUE_BINDING)($this);
    }

    /**
     * Returns false by default. Emulated prepares, the default of pdo_mysql, and rewritten statements do not support
     * named placeholders by position.
     */
    public function bindsNamesByPosition(): bool
    {
        return false;
    }

    public function infersParameterTypes(): bool
    {
        return false;
    }

    public function needsCursorConnection(): bool
    {
        return false;
    }

    public function prepareCursorConnection(ConnectionInterface $connection): void
    {
    }

    public function hasCursors(): bool
    {
        return false;
    }

    public function getCursorSql(string $sql, string $cursor, bool $outlivesCommit): string
    {
        return $sql;
    }

    public function getCursorFetcher(
        ConnectionInterface $connection,
        PDOStatement|StatementInterface $statement,
        string $cursor,
        bool $isOwn,
    ): DataFetcherInterface {
        return $connection->getDataFetcher($statement);
    }

    public function describeError(Throwable $failure): ?ErrorInfo
    {
        if (!$failure instanceof PDOException) {
            // Drivers raise a warning when the server is gone. If warnings are converted to exceptions, there is
            // nothing else to check.
            return preg_match(self::LOSSES, $failure->getMessage())
                ? new ErrorInfo(ErrorKind::ConnectionLost, '08006')
                : null;
        }
        $state = (string) ($failure->errorInfo[0] ?? $failure->getCode());
        $kind = $this->kindOfError($state, (int) ($failure->errorInfo[1] ?? 0), $failure->getMessage());
        if ($kind === null) {
            return null;
        }
        [$constraint, $table, $columns] = $this->namesInError($failure->getMessage());

        return new ErrorInfo($kind, $state, $constraint, $table, $columns);
    }

    public function formatTemporalValue(mixed $value, ColumnMap $column): string
    {
        return $this->storedDate($value, $column->getType()) ?? '';
    }

    public function storedText(mixed $value, string $type): int|string|null
    {
        return ($this->valueBinding ?? $this->valueBinding())->text($value, $type);
    }

    public function storedDate(mixed $value, string $type): ?string
    {
        $plain = is_string($value) ? TemporalValue::plain($value, $this->temporalFormat($type)) : null;
        if ($plain !== null) {
            return $plain;
        }
        $text = is_string($value) ? TemporalValue::withoutObject($value) : null;
        if ($text !== null) {
            return $this->storesDate($text, $type) ? $text : throw new InvalidArgumentException(
                sprintf('This database does not support "%s" in a column of type %s', $text, $type),
            );
        }
        $date = match (true) {
            !$value instanceof DateTimeInterface => OrmDateTime::newInstance($value),
            $type === ColumnTypes::TIMESTAMPTZ => $value,
            default => OrmDateTime::inZone($value),
        };

        return $date === null ? null : $this->formatTemporal($date, $type);
    }

    /** Returns whether a column of this type can store a value that has no PHP date object. */
    protected function storesDate(string $text, string $type): bool
    {
        return $type === ColumnTypes::TIME && $text === '24:00:00';
    }

    public function formatTemporal(DateTimeInterface $value, string $type): string
    {
        return $type === ColumnTypes::TIMESTAMPTZ
            ? TemporalValue::instantText($value)
            : $value->format($this->temporalFormat($type));
    }

    private function temporalFormat(string $type): string
    {
        return match ($type) {
            ColumnTypes::DATE, ColumnTypes::BU_DATE => $this->getDateFormatter(),
            ColumnTypes::TIME => $this->getTimeFormatter(),
            ColumnTypes::TIMESTAMPTZ => '',
            default => $this->getTimestampFormatter(),
        };
    }

    public function getDateFormatter(): string
    {
        return 'Y-m-d';
    }

    public function getTimeFormatter(): string
    {
        return 'H:i:s.u';
    }

    public function getTimestampFormatter(): string
    {
        return 'Y-m-d H:i:s.u';
    }

    public function getGroupBy(Criteria $criteria): string
    {
        return $this->groupBySelected($criteria, $criteria->getSelectColumns());
    }

    public function groupBySelected(Criteria $criteria, array $columns): string
    {
        return $this->groupByClause($criteria, $criteria->getGroupByColumns());
    }

    public function distinctColumn(Criteria $criteria, string $column, string $sql): string
    {
        return $sql;
    }

    /** @return list<string> the selected columns that are plain names, not function calls, which may be aggregates */
    public function getPlainSelectedColumns(Criteria $criteria): array
    {
        return self::plainColumns([...$criteria->getSelectColumns(), ...array_values($criteria->getAsColumns())]);
    }

    /**
     * @param list<string> $columns
     * @return list<string>
     */
    protected static function plainColumns(array $columns): array
    {
        // GROUP BY would read a bare number as a position.
        return array_values(array_unique(array_filter(
            $columns,
            static fn (string $column): bool => str_contains($column, '.') && !str_contains($column, '('),
        )));
    }

    /**
     * Returns a SELECT up to its select list.
     *
     * @param list<string> $fromClause receives the tables of the columns
     * @param bool $aliasAll whether to add an alias to every column first
     */
    public function createSelectSqlPart(Criteria $criteria, array &$fromClause, bool $aliasAll = false): string
    {
        return SqlContext::head($aliasAll ? $this->turnSelectColumnsToAliases($criteria) : $criteria, $fromClause);
    }

    /** Adds a unique alias to every selected column: `film_id`, `film_id_1`. */
    public function turnSelectColumnsToAliases(Criteria $criteria): Criteria
    {
        $named = $criteria->getAsColumns();
        $aliases = ColumnAliases::of($criteria->getSelectColumns(), $named);
        $criteria->clearSelectColumns();
        foreach ($aliases + $named as $alias => $column) {
            $criteria->addAsColumn((string) $alias, $column);
        }

        return $criteria;
    }

    public function applyLimit(string &$sql, int $offset, int $limit, ?Criteria $criteria = null): void
    {
        $sql .= $this->getPageClause($limit >= 0 ? (string) $limit : null, $offset > 0 ? (string) $offset : null);
    }

    /** Returns false for adapters with their own applyLimit(), because its result is unknown. */
    public function bindsPages(): bool
    {
        return $this->bindsPages ??= (new ReflectionMethod($this, 'applyLimit'))->class === self::class;
    }

    public function getPageClause(?string $limit, ?string $offset): string
    {
        return ($limit === null ? '' : ' LIMIT ' . $limit) . ($offset === null ? '' : ' OFFSET ' . $offset);
    }

    public function applyLock(string &$sql, Lock $lock): void
    {
        $sql .= $lock->getType() === Lock::SHARED ? ' FOR SHARE' : ' FOR UPDATE';
    }

    public function limitsListQueries(): bool
    {
        return true;
    }

    public function isOneOfKeys(array $fields, array $keys, callable $bind, callable $typedNull): ?string
    {
        return null;
    }

    /**
     * @param non-empty-list<list<mixed>> $keys without null
     * @param callable(int, mixed): string $bind
     */
    protected static function rowsOf(array $keys, callable $bind): string
    {
        $rows = [];
        foreach ($keys as $key) {
            $rows[] = '(' . implode(',', array_map($bind, array_keys($key), $key)) . ')';
        }

        return implode(',', $rows);
    }

    public function createDeleteFrom(string $tableName, ?string $alias): string
    {
        if ($alias === null) {
            return 'DELETE FROM ' . $tableName;
        }

        return $this->supportsAliasesInDelete()
            ? 'DELETE ' . $alias . ' FROM ' . $tableName . ' AS ' . $alias
            : 'DELETE FROM ' . $tableName . ' AS ' . $alias;
    }

    public function supportsAliasesInDelete(): bool
    {
        return true;
    }

    /** @param list<string> $columns */
    protected function groupByClause(Criteria $criteria, array $columns): string
    {
        $params = [];
        $context = new SqlContext($criteria, $this, $params);

        return $columns === [] ? '' : ' GROUP BY ' . implode(',', array_map($context->quoteColumn(...), $columns));
    }

    /** @param int $code the vendor's own error number */
    abstract protected function kindOfError(string $sqlState, int $code, string $message): ?ErrorKind;

    /** @return array{string|null, string|null, list<string>} the constraint, table and columns in a message */
    abstract protected function namesInError(string $message): array;

    /**
     * @param array<string, mixed> $configuration
     * @return array<string, mixed>
     */
    protected function prepareParams(#[\SensitiveParameter] array $configuration): array
    {
        return $configuration;
    }

    /**
     * @param array<int|string, mixed> $options
     * @return array<int, mixed>
     */
    private static function pdoOptions(#[\SensitiveParameter] array $options): array
    {
        $known = [];
        foreach ($options as $name => $value) {
            if (is_string($value) && preg_match('/^[\w\\\\]+::\w+$/', $value)) {
                $value = PdoConstants::valueOf($value) ?? throw new InvalidArgumentException(
                    sprintf('Unknown constant "%s" in the connection options', $value),
                );
            }
            $known[is_int($name) ? $name : self::constant($name)] = $value;
        }

        return $known;
    }

    private static function constant(string $name): int
    {
        return (int) (PdoConstants::valueOf($name) ?? throw new InvalidArgumentException(
            sprintf('Unknown PDO option "%s"', $name),
        ));
    }

    public function sortsNullsHigh(): bool
    {
        return false;
    }

    public function padsChar(): bool
    {
        return false;
    }

    public function exactFloat(string $column): string
    {
        return $column;
    }

    public function rounded(string $number): string
    {
        return "ROUND($number, 0)";
    }

    public function getExplainPlanQuery(string $query): string
    {
        return 'EXPLAIN ' . $query;
    }
}
