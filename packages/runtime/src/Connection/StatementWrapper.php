<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Generator;
use IteratorAggregate;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Logger\RecordedQuery;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use PDOStatement;
use Throwable;
use Traversable;

/**
 * A prepared statement that reports its actions to its connection.
 *
 * @implements IteratorAggregate<int, mixed>
 */
class StatementWrapper implements StatementInterface, IteratorAggregate
{
    protected ?PDOStatement $statement = null;

    /** The connection on which the statement was prepared. Another one may have replaced it since. */
    private ?ConnectionInterface $preparedOn = null;

    /** @var array<int|string, array{mixed, int}> bound values and their PDO types */
    private array $bindings = [];

    /** @var array<int, mixed> driver options */
    private array $options = [];

    /**
     * The id of the process in which the statement was prepared; 0: any process.
     *
     * @internal read-only
     */
    public int $process = 0;

    /**
     * Whether rows are read from the server or file while they are fetched, so that only the same process can fetch
     * them.
     */
    private bool $isReading = false;

    /** The query log's entry for the last run; null: the log is off. */
    private ?RecordedQuery $recorded = null;

    /** The time that preparing took, in nanoseconds, until the query log has recorded it. */
    private int $preparedIn = 0;

    public function __construct(protected readonly string $sql, protected readonly ConnectionWrapper $connection)
    {
    }

    public function __destruct()
    {
        if ($this->process !== 0 && $this->process !== getmypid()) {
            ForkGuard::leave();
        }
    }

    /**
     * Drops the handle of the parent process.
     *
     * @internal
     * @return list<PDOStatement> the handle
     */
    public function leaveParent(): array
    {
        $handles = $this->statement === null ? [] : [$this->statement];
        $this->preparedOn = null;
        $this->process = 0;
        if ($this->isReading) {
            $this->statement = null;
        }

        return $handles;
    }

    /**
     * @param array<int, mixed> $options
     * @return $this
     */
    public function prepare(array $options)
    {
        $this->options = $options;
        $started = Orm::$connections?->queryLog === null ? 0 : hrtime(true);
        try {
            // Preparing a statement runs nothing, so it can be retried.
            $prepare = fn () => $this->connection->prepareInside($this->sql, $options);
            try {
                $prepared = $prepare();
            } catch (Throwable $failure) {
                $prepared = Recovery::again($this->connection, $failure, $prepare);
            }
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
        $this->setStatement($prepared instanceof self ? $prepared->getStatement() : $prepared);
        $this->preparedIn = $started === 0 ? 0 : hrtime(true) - $started;

        return $this;
    }

    /**
     * Reads the rows of a statement that was run elsewhere.
     *
     * @internal
     * @return $this
     */
    public function follow(PDOStatement $statement, RecordedQuery $recorded): static
    {
        $this->setStatement($statement);
        $this->recorded = $recorded;

        return $this;
    }

    public function query(): DataFetcherInterface
    {
        $this->prepare([]);
        $this->execute();

        return $this->connection->getDataFetcher($this);
    }

    public function bindValue(int|string $parameter, mixed $value, int $dataType = PDO::PARAM_STR): bool
    {
        try {
            $statement = $this->getStatement();
            $statement->bindValue($parameter, $value, $dataType)
                || throw PdoConnection::failureOf($statement, 'bindValue');
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
        $this->bindings[$parameter] = [$value, $dataType];
        $this->logBinding('bindValue', $parameter);

        return true;
    }

    public function bindParam(
        int|string $parameter,
        mixed &$variable,
        int $dataType = PDO::PARAM_STR,
        int $length = 0,
        mixed $driverOptions = null,
    ): bool {
        try {
            $statement = $this->getStatement();
            $statement->bindParam($parameter, $variable, $dataType, $length, $driverOptions)
                || throw PdoConnection::failureOf($statement, 'bindParam');
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
        $this->bindings[$parameter] = [&$variable, $dataType];
        $this->logBinding('bindParam', $parameter);

        return true;
    }

    public function execute(?array $parameters = null): bool
    {
        foreach ($parameters ?? [] as $parameter => $value) {
            $this->bindings[is_int($parameter) ? $parameter + 1 : $parameter] = [$value, PDO::PARAM_STR];
        }
        $log = Orm::$connections?->queryLog;
        if ($log === null) {
            $this->recorded = null;

            return $this->send($parameters);
        }
        $started = hrtime(true) - $this->preparedIn;
        $this->preparedIn = 0;
        try {
            $done = $this->send($parameters);
        } catch (Throwable $failure) {
            $log->record($this->connection, $this->sql, $this->bindings, hrtime(true) - $started, null, $failure);
            throw $failure;
        }
        $taken = hrtime(true) - $started;
        $statement = $this->getStatement();
        $rows = $statement->columnCount() === 0 ? $statement->rowCount() : 0;
        $this->recorded = $log->record($this->connection, $this->sql, $this->bindings, $taken, $rows);

        return $done;
    }

    /** @param array<int|string, mixed>|null $parameters */
    private function send(?array $parameters): bool
    {
        $this->connection->liveness?->makeReady($this->connection);
        try {
            $statement = $this->preparedOn === $this->connection->getWrappedConnection()
                ? $this->getStatement()
                : $this->prepareAgain();
            $this->isReading = $this->process !== 0 && $this->preparedOn instanceof PdoConnection
                && $this->preparedOn->readsRowByRow();
            try {
                $statement->execute($parameters) || throw PdoConnection::failureOf($statement, 'execute');
            } catch (PDOException $failure) {
                if (!Recovery::canPrepareAgain($this->connection, $failure)) {
                    throw $failure;
                }
                $again = $this->prepareAgain();
                $again->execute($parameters) || throw PdoConnection::failureOf($again, 'execute');
            }
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
        if ($this->connection->isInDebugMode()) {
            $this->connection->executed($this->getExecutedQueryString(), 'execute');
        }

        return true;
    }

    /** Prepares the statement again, on a new connection that replaced a lost one, or on a server that forgot it. */
    private function prepareAgain(): PDOStatement
    {
        $this->prepare($this->options);
        foreach ($this->bindings as $parameter => [, $type]) {
            // For bindParam(), the variable is bound again, not its current value.
            $this->getStatement()->bindParam($parameter, $this->bindings[$parameter][0], $type);
        }

        return $this->getStatement();
    }

    /**
     * @internal
     * @param array<int|string, mixed> $bound the bound values, in the form for execute()
     */
    public function forgetValues(array $bound): void
    {
        ConnectionWrapper::forgetValues($this->getStatement(), $bound);
        $this->bindings = [];
    }

    /** Returns the SQL with its bound values, for reading only. It must never be run. */
    public function getExecutedQueryString(): string
    {
        $values = $this->getBoundValues();
        $position = 0;

        return (string) preg_replace_callback(
            // Strings and casts may contain text that looks like a placeholder.
            "/(?:'(?:[^']|'')*'|::)(*SKIP)(*FAIL)|:\w+|\?/",
            static function (array $match) use ($values, &$position): string {
                $position++;

                return $values[$match[0]] ?? $values[substr($match[0], 1)] ?? $values[$position] ?? $match[0];
            },
            $this->sql,
        );
    }

    /** @return array<int|string, string> bound values in their form for logs */
    public function getBoundValues(): array
    {
        return array_map(self::shown(...), $this->bindings);
    }

    /**
     * @internal
     * @return array<int|string, array{mixed, int}> bound values and their PDO types
     */
    public function getBindings(): array
    {
        return $this->bindings;
    }

    public function getConnection(): ConnectionWrapper
    {
        return $this->connection;
    }

    public function setStatement(PDOStatement $statement): void
    {
        $this->statement = $statement;
        $this->preparedOn = $this->connection->getWrappedConnection();
        $this->process = $this->connection->process;
        if ($this->process !== 0) {
            ForkGuard::watch($this);
        }
    }

    public function getStatement(): PDOStatement
    {
        if ($this->statement === null) {
            $this->prepare($this->options);
        }

        return $this->statement;
    }

    public function fetch(
        int $fetchStyle = PDO::FETCH_DEFAULT,
        int $cursorOrientation = PDO::FETCH_ORI_NEXT,
        int $cursorOffset = 0,
    ) {
        return $this->read('fetch', $fetchStyle, $cursorOrientation, $cursorOffset);
    }

    public function fetchAll(?int $fetchStyle = null, mixed $fetchArgument = null, array $ctorArgs = []): array
    {
        $arguments = self::fetchArguments($fetchArgument, $ctorArgs);

        return $this->read('fetchAll', $fetchStyle ?? PDO::FETCH_DEFAULT, ...$arguments);
    }

    public function fetchColumn(int $columnNumber = 0): mixed
    {
        return $this->read('fetchColumn', $columnNumber);
    }

    public function fetchObject(string $className, array $ctorArgs = [])
    {
        return $this->read('fetchObject', $className, $ctorArgs);
    }

    public function rowCount(): int
    {
        return $this->getStatement()->rowCount();
    }

    public function columnCount(): int
    {
        return $this->getStatement()->columnCount();
    }

    public function closeCursor(): bool
    {
        if ($this->process !== 0 && $this->process !== getmypid()) {
            ForkGuard::leave();
        }

        return $this->statement === null || $this->statement->closeCursor();
    }

    public function nextRowset(): bool
    {
        return $this->read('nextRowset');
    }

    public function bindColumn(
        int|string $column,
        mixed &$param,
        int $type = PDO::PARAM_STR,
        int $maxLength = 0,
        mixed $driverOptions = null,
    ): bool {
        return $this->getStatement()->bindColumn($column, $param, $type, $maxLength, $driverOptions);
    }

    public function setFetchMode(int $mode, mixed $classNameObject = null, array $ctorarfg = []): bool
    {
        return $this->getStatement()->setFetchMode($mode, ...self::fetchArguments($classNameObject, $ctorarfg));
    }

    public function errorCode(): ?string
    {
        return $this->getStatement()->errorCode();
    }

    /** @return array{string|null, int|null, string|null} */
    public function errorInfo(): array
    {
        return $this->getStatement()->errorInfo();
    }

    public function getAttribute(int $attribute)
    {
        return $this->getStatement()->getAttribute($attribute);
    }

    public function setAttribute(int $attribute, mixed $value): bool
    {
        return $this->getStatement()->setAttribute($attribute, $value);
    }

    public function getColumnMeta(int $column)
    {
        return $this->getStatement()->getColumnMeta($column);
    }

    public function debugDumpParams(): void
    {
        $this->getStatement()->debugDumpParams();
    }

    public function getIterator(): Traversable
    {
        return $this->recorded === null ? $this->result()->getIterator() : $this->recordedRows();
    }

    private function recordedRows(): Generator
    {
        while (($row = $this->read('fetch')) !== false) {
            yield $row;
        }
    }

    /**
     * Calls the other methods of PDOStatement.
     *
     * @param list<mixed> $args
     * @return mixed
     */
    public function __call(string $method, $args)
    {
        if (!method_exists(PDOStatement::class, $method)) {
            throw new BadMethodCallException(sprintf('PDOStatement has no method %s()', $method));
        }

        return $this->getStatement()->$method(...$args);
    }

    /**
     * Returns the additional arguments of a fetch mode, if any, because PDO checks their number.
     *
     * @param list<mixed> $constructorArguments
     * @return list<mixed>
     */
    private static function fetchArguments(mixed $argument, array $constructorArguments): array
    {
        return match (true) {
            $constructorArguments !== [] => [$argument, $constructorArguments],
            $argument !== null => [$argument],
            default => [],
        };
    }

    /** Returns the executed statement, for reading its rows. */
    private function result(): PDOStatement
    {
        if ($this->isReading) {
            if ($this->process !== 0 && $this->process !== getmypid()) {
                ForkGuard::leave();
            }
            if ($this->statement === null) {
                throw ForkGuard::refusal();
            }
        }

        return $this->getStatement();
    }

    private function read(string $method, mixed ...$arguments): mixed
    {
        if ($this->recorded !== null) {
            return $this->readRecorded($this->recorded, $method, $arguments);
        }
        try {
            return $this->result()->$method(...$arguments);
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    /** @param list<mixed> $arguments */
    private function readRecorded(RecordedQuery $recorded, string $method, array $arguments): mixed
    {
        $started = hrtime(true);
        try {
            $result = $this->result()->$method(...$arguments);
        } catch (Throwable $failure) {
            $failure = $this->failure($failure);
            $recorded->add(hrtime(true) - $started, null, $failure->getMessage());
            throw $failure;
        }
        $recorded->add(hrtime(true) - $started, match (true) {
            $method === 'nextRowset' || $result === false => 0,
            $method === 'fetchAll' => count($result),
            default => 1,
        });

        return $result;
    }

    private function failure(Throwable $failure): Throwable
    {
        return Recovery::failure($this->connection, $failure, 'Statement failed: ' . $this->sql);
    }

    private function logBinding(string $method, int|string $parameter): void
    {
        if ($this->connection->isInDebugMode()) {
            $binding = $this->bindings[$parameter];
            $text = sprintf('%s = %s (%d)', $parameter, self::shown($binding), $binding[1]);
            $this->connection->logMethod($method, $text);
        }
    }

    /** @param array{mixed, int} $binding */
    private static function shown(array $binding): string
    {
        [$value, $dataType] = $binding;

        return $dataType === PDO::PARAM_LOB || is_resource($value) ? '[LOB value]' : var_export($value, true);
    }
}
