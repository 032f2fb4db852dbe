<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Sealed;
use Orm\Runtime\Connection\StatementCache;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\OpenConnections;
use PDO;
use Stringable;
use Throwable;
use WeakReference;

/**
 * Records the statements of the application with time, rows and the location that caused them. While it is off,
 * statements are prepared and executed as if it did not exist. `Orm::reset()` empties it.
 */
final class QueryLog
{
    private const DEFAULT_QUERIES = 1000;
    private const DEFAULT_BYTES = 1_000_000;

    /** The approximate memory of a record in bytes, besides its strings. */
    private const BYTES_OF_RECORD = 400;

    /** Longer strings are truncated for display. */
    private const LONGEST_VALUE = 500;

    private const MASK = '…';

    /** @var list<RecordedQuery> */
    private array $queries = [];

    /** @var list<callable(RecordedQuery): void> */
    private array $listeners = [];

    private bool $isRecording = false;
    private int $mostQueries = self::DEFAULT_QUERIES;
    private int $mostBytes = self::DEFAULT_BYTES;
    private int $bytes = 0;
    private int $count = 0;

    /** The number of queries beyond the limits, which are not recorded. */
    private int $dropped = 0;
    private int $droppedFailures = 0;
    private float $droppedSeconds = 0.0;

    /** Whether a listener or explain() is running, whose queries are not recorded. */
    private bool $isBusy = false;

    private readonly CallerFinder $callers;

    /** @internal Orm::getQueryLog() returns it */
    public function __construct(private readonly OpenConnections $connections)
    {
        $this->callers = new CallerFinder();
    }

    /**
     * Starts recording. The first queries are stored; queries beyond a limit are only counted.
     *
     * @param int $queries the maximum number of stored queries
     * @param int $bytes the maximum size of their SQL and values
     */
    public function start(int $queries = self::DEFAULT_QUERIES, int $bytes = self::DEFAULT_BYTES): self
    {
        if ($queries < 0 || $bytes < 0) {
            throw new InvalidArgumentException('The limits of the query log cannot be negative');
        }
        $this->mostQueries = $queries;
        $this->mostBytes = $bytes;
        $this->isRecording = true;
        $this->connect();

        return $this;
    }

    /** Stops recording. Recorded queries are kept until clear(). */
    public function stop(): self
    {
        $this->isRecording = false;
        $this->connect();

        return $this;
    }

    public function isRecording(): bool
    {
        return $this->isRecording;
    }

    /** Removes all recorded queries. */
    public function clear(): self
    {
        $this->queries = [];
        $this->bytes = $this->count = $this->dropped = $this->droppedFailures = 0;
        $this->droppedSeconds = 0.0;

        return $this;
    }

    /**
     * Calls a function for each statement, after it was executed or has failed; rows that are read later are not
     * counted yet. Also works without start(). A listener that throws does not make the statement fail.
     *
     * @param callable(RecordedQuery): void $listener
     */
    public function listen(callable $listener): self
    {
        $this->listeners[] = $listener;
        $this->connect();

        return $this;
    }

    /** @param callable(RecordedQuery): void $listener the function that was passed to listen() */
    public function stopListening(callable $listener): self
    {
        $this->listeners = array_values(array_filter(
            $this->listeners,
            static fn (callable $each): bool => $each !== $listener,
        ));
        $this->connect();

        return $this;
    }

    /**
     * Excludes directories and files, such as those of a framework, from the search for the caller of a query. The
     * library, generated classes and directories named `vendor` are always skipped.
     */
    public function ignoreCallersIn(string ...$paths): self
    {
        $this->callers->ignore($paths);

        return $this;
    }

    /** @return list<RecordedQuery> in execution order */
    public function getQueries(): array
    {
        return $this->queries;
    }

    /** @param int $number from 1 */
    public function getQuery(int $number): RecordedQuery
    {
        return $this->queries[$number - 1] ?? throw new InvalidArgumentException(
            sprintf('The query log has no query %d; it has %d', $number, count($this->queries)),
        );
    }

    /** @return list<list<RecordedQuery>> queries that ran more than once with the same SQL and parameters */
    public function getDuplicates(): array
    {
        return $this->grouped(static fn (RecordedQuery $query): string => $query->key, 2);
    }

    /**
     * Returns N+1 queries: one location runs the same SQL repeatedly with different values.
     *
     * @param int $least the minimum number of repetitions to report
     * @return list<list<RecordedQuery>>
     */
    public function getRepetitions(int $least = 5): array
    {
        return $this->grouped(static fn (RecordedQuery $query): string => implode("\n", [
            $query->connection,
            $query->getCaller(),
            QueryShape::of($query->sql),
        ]), max(2, $least));
    }

    /**
     * @return array{queries: int, seconds: float, rows: int, failed: int, duplicates: int, repeated: int, dropped: int,
     *     connections: array<string, int>} `duplicates` and `repeated`: avoidable queries; `dropped`:
     *     queries that were counted but not stored; `rows` and `connections` only include stored queries
     */
    public function getTotals(): array
    {
        $count = static fn (array $groups): int => array_sum(array_map(count(...), $groups)) - count($groups);
        $failures = array_filter($this->queries, static fn (RecordedQuery $query) => $query->getError() !== null);

        return [
            'queries' => $this->count,
            'seconds' => $this->droppedSeconds
                + array_sum(array_map(static fn (RecordedQuery $query) => $query->getSeconds(), $this->queries)),
            'rows' => array_sum(array_map(static fn (RecordedQuery $query) => (int) $query->getRows(), $this->queries)),
            'failed' => $this->droppedFailures + count($failures),
            'duplicates' => $count($this->getDuplicates()),
            'repeated' => $count($this->getRepetitions()),
            'dropped' => $this->dropped,
            'connections' => array_count_values(array_column($this->queries, 'connection')),
        ];
    }

    /**
     * Returns the execution plan of a recorded query. EXPLAIN runs with the values of the query; nothing is written.
     *
     * @param int|RecordedQuery $query the query or its number, from 1
     * @return list<array<string, mixed>> the rows that its EXPLAIN returns
     */
    public function explain(int|RecordedQuery $query): array
    {
        $query = is_int($query) ? $this->getQuery($query) : $query;
        if (!QueryShape::canBeExplained($query->sql)) {
            throw new InvalidArgumentException(sprintf(
                'Only a single SELECT, INSERT, UPDATE or DELETE can be explained, not "%s"',
                self::cut($query->sql),
            ));
        }
        $source = $query->source()?->open() ?? throw new LogicException(
            'A query that was serialized has no values any more: explain it in the process that has recorded it',
        );
        $con = $source['connection']->get()
            ?? ConnectionWrapper::wrap(Orm::getConnection($query->connection === '' ? null : $query->connection));
        $sql = Orm::getAdapter($con->getName())->getExplainPlanQuery($query->sql);
        $wasBusy = $this->isBusy;
        $this->isBusy = true;
        try {
            $statement = $con->prepare($sql);
            foreach ($source['bindings'] as $parameter => [$value, $type]) {
                $statement->bindValue($parameter, $value, $type);
            }
            $statement->execute();

            return $statement->fetchAll(PDO::FETCH_ASSOC);
        } finally {
            $this->isBusy = $wasBusy;
        }
    }

    /**
     * @internal
     * @param array<int|string, array{mixed, int}> $bindings values and their PDO types
     * @param int|null $rows the number of written rows; 0: rows are read later; null: unknown
     */
    public function record(
        ConnectionWrapper $con,
        string $sql,
        array $bindings,
        int $nanoseconds,
        ?int $rows,
        ?Throwable $failure = null,
    ): ?RecordedQuery {
        if ($this->isBusy) {
            return null;
        }
        $bytes = self::BYTES_OF_RECORD + strlen($sql);
        foreach ($bindings as [$value]) {
            $bytes += is_string($value) ? strlen($value) : 8;
        }
        $isKept = $this->isRecording && count($this->queries) < $this->mostQueries
            && $this->bytes + $bytes <= $this->mostBytes;
        $this->count += $this->isRecording ? 1 : 0;
        if (!$isKept && $this->isRecording) {
            $this->dropped++;
            $this->droppedSeconds += $nanoseconds / 1e9;
            $this->droppedFailures += $failure === null ? 0 : 1;
        }
        if (!$isKept && $this->listeners === []) {
            return null;
        }
        $secret = QueryShape::secretPlaceholders($sql);
        $query = $this->newQuery($con, $sql, $bindings, $secret, $nanoseconds);
        // Other statements read the rows of the cursor.
        $rows = $rows === 0 && str_starts_with($sql, 'DECLARE ') ? null : $rows;
        $error = $failure === null ? null : self::withoutSecrets($failure->getMessage(), $bindings, $secret);
        $query->add($nanoseconds, $rows, $error);
        if ($isKept) {
            $this->queries[] = $query;
            $this->bytes += $bytes;
        }
        $this->tell($query);

        return $isKept ? $query : null;
    }

    /**
     * @param array<int|string, array{mixed, int}> $bindings
     * @param array<int|string, true> $secret placeholders
     */
    private function newQuery(
        ConnectionWrapper $con,
        string $sql,
        array $bindings,
        array $secret,
        int $nanoseconds,
    ): RecordedQuery {
        $shown = $bound = $compared = [];
        foreach ($bindings as $parameter => [$value, $type]) {
            $isLob = is_resource($value) || $type === PDO::PARAM_LOB;
            $bound[$parameter] = [is_resource($value) ? null : $value, $type];
            $compared[] = is_resource($value) ? (int) $value : $value;
            $shown[$parameter] = match (true) {
                $value === null => null,
                isset($secret[self::nameOf($parameter)]) => self::MASK,
                $isLob => '[LOB value]',
                default => self::shown($value),
            };
        }
        [$file, $line] = $this->callers->find();
        $name = (string) $con->getName();

        return new RecordedQuery(
            count($this->queries) + 1,
            $name,
            $sql,
            $shown,
            $file,
            $line,
            microtime(true) - $nanoseconds / 1e9,
            hash('xxh128', serialize([$name, $sql, array_map(self::comparable(...), $compared)])),
            new Sealed(['bindings' => $bound, 'connection' => WeakReference::create($con)]),
        );
    }

    /**
     * Masks secrets in error messages, because databases quote values there, such as a duplicate key.
     *
     * @param array<int|string, array{mixed, int}> $bindings
     * @param array<int|string, true> $secret placeholders
     */
    private static function withoutSecrets(string $message, array $bindings, array $secret): string
    {
        foreach ($bindings as $parameter => [$value]) {
            if (isset($secret[self::nameOf($parameter)]) && is_scalar($value) && (string) $value !== '') {
                $message = str_replace((string) $value, self::MASK, $message);
            }
        }

        return $message;
    }

    /** Returns a parameter in the form that QueryShape uses for placeholders. */
    private static function nameOf(int|string $parameter): int|string
    {
        return is_string($parameter) ? ltrim($parameter, ':') : $parameter;
    }

    private function tell(RecordedQuery $query): void
    {
        $this->isBusy = true;
        foreach ($this->listeners as $listener) {
            try {
                $listener($query);
            } catch (Throwable) {
                // An exception of a listener must not fail a statement that the database has already executed.
            }
        }
        $this->isBusy = false;
    }

    /**
     * Turns recording on or off for connections. The statement caches are cleared, because cached statements would keep
     * their former recording state.
     */
    private function connect(): void
    {
        $log = $this->isRecording || $this->listeners !== [] ? $this : null;
        if ($this->connections->queryLog !== $log) {
            $this->connections->queryLog = $log;
            StatementCache::clearAll();
        }
    }

    /**
     * @param callable(RecordedQuery): string $key
     * @return list<list<RecordedQuery>>
     */
    private function grouped(callable $key, int $least): array
    {
        $groups = [];
        foreach ($this->queries as $query) {
            if ($query->isRead()) {
                $groups[$key($query)][] = $query;
            }
        }

        return array_values(array_filter($groups, static fn (array $group): bool => count($group) >= $least));
    }

    private static function shown(mixed $value): bool|float|int|string
    {
        $value = self::comparable($value);
        if (!is_string($value)) {
            return $value;
        }

        return preg_match('//u', $value) === 1 ? self::cut($value) : sprintf('[%d bytes]', strlen($value));
    }

    private static function comparable(mixed $value): bool|float|int|string|null
    {
        return is_scalar($value) || $value === null ? $value : match (true) {
            $value instanceof Stringable => (string) $value,
            default => get_debug_type($value),
        };
    }

    private static function cut(string $text): string
    {
        if (strlen($text) <= self::LONGEST_VALUE) {
            return $text;
        }
        preg_match('/^.{0,' . self::LONGEST_VALUE . '}/us', $text, $start);

        return ($start[0] ?? substr($text, 0, self::LONGEST_VALUE)) . '…';
    }
}
