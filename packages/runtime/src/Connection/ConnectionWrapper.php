<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\ActiveRecord\ObjectStates;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Behavior\ListLock\ListLocks;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\DataFetcher\PDODataFetcher;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\RetryableFailure;
use Orm\Runtime\Logger\RecordedQuery;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use PDOStatement;
use ReflectionMethod;
use Throwable;

use function is_int;

/** The default connection class, with nested transactions, a cache of prepared statements, logging and counting. */
class ConnectionWrapper implements ConnectionInterface
{
    /** Attribute that makes prepare() return the same statement object for the same SQL. */
    public const ORM_ATTR_CACHE_PREPARES = -1;

    /** Debug mode for connections without their own setting. */
    public static bool $useDebugMode = false;

    private ?string $name = null;
    private bool $cachePrepares = false;

    /** Null until the first transaction. */
    private ?Transactions $transactions = null;

    /**
     * The changes to revert in memory if the open transaction is rolled back; null outside a transaction.
     *
     * @internal read-only
     */
    public ?RollbackLog $rollbackLog = null;

    /**
     * Must be notified before each write is run; null if the connection cannot be lost and no manager needs the time of
     * writes.
     *
     * @internal read-only
     */
    public ?Liveness $liveness = null;

    /**
     * The id of the process that owns the inner connection; 0: any process. Code that uses a cached statement calls
     * getWrappedConnection() first if this is another process.
     *
     * @internal read-only
     */
    public int $process = 0;

    private ?Closure $reconnector = null;

    protected ConnectionInterface $connection;

    /** @internal */
    public readonly StatementCache $statementCache;

    /**
     * Whether statements are cached; null: not determined yet. A driver that inserts values into statements prepares
     * nothing, so the cache would contain SQL with values.
     */
    private ?bool $keepsStatements = null;

    /** @var array<class-string, array<string, bool>> results of overrides() by class and method */
    private static array $overrides = [];

    private ?bool $debug = null;
    private int $queryCount = 0;
    private string $lastExecutedQuery = '';

    /** The query log's entry for the last statement of send(), whose rows are read later. */
    private ?RecordedQuery $recorded = null;

    /** @var \Psr\Log\LoggerInterface|null */
    private ?object $logger = null;

    /** @var list<string> */
    private array $logMethods = ['exec', 'query', 'execute'];

    public function __construct(ConnectionInterface $connection)
    {
        $this->statementCache = new StatementCache();
        $this->replaceConnection($connection);
    }

    /**
     * Wraps a connection that the application passed to the library.
     *
     * @internal
     */
    public static function wrap(ConnectionInterface $con): self
    {
        return $con instanceof self ? $con : new ForeignConnection($con);
    }

    /**
     * Returns a connection for reading a result row by row if the driver would otherwise keep all rows in memory or
     * block this connection. It is a second connection. In a transaction, whose rows other connections cannot see, it
     * is the inner connection of this object. Null if neither is needed or possible.
     */
    public function openCursorConnection(AdapterInterface $adapter): ?ConnectionInterface
    {
        if (!$adapter->needsCursorConnection()) {
            return null;
        }
        if ($this->getNestedTransactionCount() > 0) {
            return $adapter->hasCursors() ? $this->getWrappedConnection() : null;
        }
        if ($this->reconnector === null) {
            return null;
        }
        $cursor = ($this->reconnector)();
        $adapter->prepareCursorConnection($cursor);

        return $cursor;
    }

    /** @return ConnectionInterface */
    public function getWrappedConnection(): ?ConnectionInterface
    {
        if ($this->process !== 0 && $this->process !== getmypid()) {
            ForkGuard::leave();
        }

        return $this->connection;
    }

    public function setName(string $name): void
    {
        $this->name = $name;
    }

    public function getName(): ?string
    {
        return $this->name;
    }

    /**
     * Runs a callable in a transaction: commits when it returns, rolls back when it throws.
     *
     * @template T
     * @param callable(ConnectionInterface): T $callable
     * @param array{write?: bool, save?: bool} $options `write`: rows to be written need locks before they are read;
     *     `save`: for internal use, see beginSave()
     * @param int $retries the maximum number of retries after a deadlock, a serialization failure or a conflict with
     *     another cluster node, but not after a lock timeout. Before each retry, the objects in the instance pools and
     *     in the callable's variables are reset to their initial state. Inside an outer transaction, only its owner can
     *     retry, because the database has rolled back all of it.
     * @return T
     */
    public function transaction(callable $callable, array $options = [], int $retries = 0)
    {
        if ($retries > 0 && $this->getNestedTransactionCount() === 0) {
            $work = function () use ($callable): mixed {
                $this->rollbackLog?->seen();

                return $callable($this);
            };
            // In SQLite, a transaction that reads first could not wait for other writers later.
            $options += ['save' => true];

            return RepeatedTransaction::run($this, $work, $options, null, $retries, new ObjectStates($callable));
        }
        $this->open($options);
        try {
            $result = $callable($this);
            $this->commit();
        } catch (Throwable $failure) {
            $this->rollBackAfter($failure);
            throw $failure;
        }

        return $result;
    }

    public function beginTransaction(): bool
    {
        return $this->transactions()->begin($this, $this->getWrappedConnection());
    }

    /**
     * Starts the transaction of a save.
     *
     * @internal
     */
    public function beginSave(): void
    {
        if ($this->overrides('beginTransaction')) {
            $this->beginTransaction();
        } else {
            $this->transactions()->begin($this, $this->getWrappedConnection(), true);
        }
    }

    public function commit(): bool
    {
        return $this->transactions === null || $this->transactions->commit($this, $this->getWrappedConnection());
    }

    public function rollBack(): bool
    {
        return $this->transactions === null || $this->transactions->rollBack($this);
    }

    /**
     * Rolls back because of a failure. If the connection is lost, this rollback fails, too, but the server has already
     * rolled back. The original failure is kept as the reason in any case.
     */
    public function rollBackAfter(Throwable $failure): void
    {
        if ($this->transactions !== null) {
            $this->transactions->rollbackCause = $failure;
        }
        try {
            $this->rollBack();
        } catch (Throwable) {
            return;
        }
    }

    /** Rolls back the whole transaction, at any nesting depth. */
    public function forceRollBack(): bool
    {
        return $this->transactions === null || $this->transactions->rollBackAll($this, 'forceRollBack');
    }

    /**
     * Runs a callable after a savepoint of the open transaction. If it throws, only its changes are rolled back, and
     * the transaction can still be committed. Outside a transaction, it runs in its own transaction.
     *
     * @template T
     * @param callable(ConnectionInterface): T $callable
     * @return T
     */
    public function savepoint(callable $callable): mixed
    {
        return $this->getNestedTransactionCount() === 0
            ? $this->transaction($callable)
            : $this->transactions->savepoint($this, $callable);
    }

    /**
     * Makes other connections that lock the same list wait until the outermost transaction ends.
     *
     * @param string $table the table's name in the SQL
     * @param array<mixed> $scope the stored values that identify the list in the table
     */
    public function lockList(string $table, array $scope): void
    {
        $this->listLocks()->lock($table, [$scope]);
    }

    /** @param float $seconds the maximum time to wait for the lock of a list */
    public function setListLockTimeout(float $seconds): void
    {
        $this->listLocks()->timeout = $seconds;
    }

    /** Marks the open transaction as failed, so that it can only be rolled back. */
    public function failTransaction(Throwable $cause): void
    {
        if ($this->getNestedTransactionCount() > 0) {
            $this->transactions->committable = false;
            $this->transactions->rollbackCause = $cause;
        }
    }

    public function getNestedTransactionCount(): int
    {
        return $this->isInTransaction() ? $this->transactions->depth : 0;
    }

    protected function setNestedTransactionCount(int $v): void
    {
        $this->transactions()->depth = $v;
    }

    public function isInTransaction(): bool
    {
        if ($this->transactions === null || $this->transactions->depth === 0) {
            return false;
        }
        // In a child process forked during a transaction, no transaction is open.
        $this->getWrappedConnection();

        return $this->transactions->depth > 0;
    }

    public function isCommitable(): bool
    {
        return $this->getNestedTransactionCount() > 0 && $this->transactions->committable;
    }

    public function inTransaction(): bool
    {
        return $this->getWrappedConnection()->inTransaction();
    }

    /**
     * Returns whether this object starts and ends all transactions of the connection, so that locks can last until
     * their end.
     *
     * @internal
     */
    public function followsTransactions(): bool
    {
        return true;
    }

    /** @internal */
    public function listLocks(): ListLocks
    {
        return $this->transactions()->listLocks($this);
    }

    /**
     * Calls a function once after the outermost transaction has ended.
     *
     * @param callable(bool): void $callback receives true if the transaction was committed
     */
    public function onOutermostEnd(callable $callback): void
    {
        $this->transactions()->onEnd($this, $callback);
    }

    /**
     * Sets the function that reopens the connection after the server has closed it.
     *
     * @param Closure(): ConnectionInterface $reconnector
     */
    public function setReconnector(Closure $reconnector): void
    {
        $this->reconnector = $reconnector;
        if ($this->connection instanceof PdoConnection && $this->connection->canBeAsked()) {
            $this->liveness ??= new Liveness();
        }
        $this->liveness?->opened();
    }

    /**
     * Starts recording the time of writes, which a manager of replicas needs.
     *
     * @internal
     */
    public function noteWrites(): void
    {
        $this->liveness ??= new Liveness();
        $this->liveness->notesWrites = true;
    }

    /** @internal */
    public function transactions(): Transactions
    {
        return $this->transactions ??= new Transactions();
    }

    /** @internal */
    public function canReconnect(): bool
    {
        return $this->reconnector !== null;
    }

    /** @internal */
    public function replaceConnection(ConnectionInterface $inside): void
    {
        $this->connection = $inside;
        $this->process = $inside instanceof PdoConnection ? $inside->process : 0;
        if ($this->process !== 0) {
            ForkGuard::watch($this);
        }
    }

    /**
     * Drops the connection and statements of the parent process. The next call opens another connection without a
     * transaction.
     *
     * @internal
     * @return list<PDOStatement> the handles
     */
    public function leaveParent(): array
    {
        $this->process = 0;
        $handles = $this->statementCache->handles();
        $this->clearStatementCache();
        if ($this->reconnector !== null) {
            $this->replaceConnection(new StandInConnection($this->reopen(...), false));
        }
        $this->rollbackLog = null;
        $this->transactions?->leaveParent($this->connection);

        return $handles;
    }

    /**
     * Stops using the connection. The next call opens another one.
     *
     * @internal
     */
    public function loseConnection(Throwable $reason): void
    {
        $this->clearStatementCache();
        $this->report('warning', 'The connection was lost, the next statement opens another: ' . $reason->getMessage());
        $this->replaceConnection(new StandInConnection($this->reopen(...), false));
        $this->transactions?->locks?->reconnected($this->connection);
    }

    /** @return mixed */
    public function getAttribute(int $attribute)
    {
        return $attribute === self::ORM_ATTR_CACHE_PREPARES
            ? $this->cachePrepares
            : $this->pass('getAttribute', [$attribute]);
    }

    public function setAttribute(int|string $attribute, mixed $value): bool
    {
        if (is_string($attribute) && preg_match('/(^|::)ORM_ATTR_CACHE_PREPARES$/', $attribute)) {
            $attribute = self::ORM_ATTR_CACHE_PREPARES;
        }
        if ($attribute === self::ORM_ATTR_CACHE_PREPARES) {
            $this->cachePrepares = (bool) $value;

            return true;
        }
        if (is_string($attribute) && str_contains($attribute, '::') && PdoConstants::nameOf($attribute) === null) {
            throw new InvalidArgumentException(sprintf('Unknown connection attribute "%s"', $attribute));
        }
        $this->keepsStatements = null;

        return $this->pass('setAttribute', [$attribute, $value]);
    }

    /** @return int|string */
    public function lastInsertId(?string $name = null)
    {
        try {
            return $this->getWrappedConnection()->lastInsertId($name);
        } catch (Throwable $failure) {
            throw Recovery::failure($this, $failure, 'lastInsertId() failed');
        }
    }

    public function getSingleDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return $this->reporting($this->getWrappedConnection()->getSingleDataFetcher($data));
    }

    public function getDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return $this->reporting($this->getWrappedConnection()->getDataFetcher($data));
    }

    public function exec(string $statement): int
    {
        $rows = $this->send('exec', $statement);
        $this->rollbackLog?->changed();
        $this->executed($statement, 'exec');

        return $rows;
    }

    public function query(string $statement): DataFetcherInterface
    {
        $result = $this->send('query', $statement);
        $this->noteChange($statement);
        $this->executed($statement, 'query');
        if ($this->recorded !== null && $result instanceof PDOStatement) {
            $result = $this->createStatementWrapper($statement)->follow($result, $this->recorded);
        }

        return $result instanceof DataFetcherInterface ? $result : $this->getDataFetcher($result);
    }

    public function quote(string $string, int $parameterType = PDO::PARAM_STR): string
    {
        return $this->pass('quote', [$string, $parameterType]);
    }

    /** @return StatementWrapper */
    public function prepare(string $statement, array $driverOptions = [])
    {
        $this->noteChange($statement);
        if (!$this->cachePrepares) {
            return $this->newStatement($statement, $driverOptions);
        }

        return $this->statementCache->share($statement, fn () => $this->newStatement($statement, $driverOptions));
    }

    /** Cleans up after a request; see Orm::reset(). */
    public function reset(): void
    {
        $inside = $this->getWrappedConnection();
        try {
            if ($this->getNestedTransactionCount() > 0) {
                $this->report('warning', 'A transaction was left open: it is rolled back');
                $this->forceRollBack();
            } elseif ($inside instanceof PdoConnection && $inside->rollBackIfOpen()) {
                $this->report('warning', 'A transaction that a statement has begun was left open: it is rolled back');
            }
        } catch (Throwable) {
            // The failure is already logged, and the next statement opens another connection.
        }
        $this->clearStatementCache();
        $this->queryCount = 0;
        $this->lastExecutedQuery = '';
        $this->recorded = null;
        $this->liveness?->reset();
    }

    /** Reports a connection that is dropped during a transaction, because its writes are lost. */
    public function __destruct()
    {
        $this->getWrappedConnection();
        if ($this->transactions !== null && $this->transactions->depth > 0) {
            $this->report('warning', 'A connection was dropped in a transaction: the server rolls it back');
            $this->transactions->revert();
        }
    }

    /** @return array<string, mixed> the data for dumps, without any access to the password */
    public function __debugInfo(): array
    {
        return [
            'name' => $this->name,
            'depth' => $this->getNestedTransactionCount(),
            'debug' => $this->isInDebugMode(),
        ];
    }

    /**
     * @param list<mixed> $args
     * @return mixed
     */
    public function __call(string $method, $args)
    {
        return $this->pass($method, $args);
    }

    /**
     * Calls a method of the inner connection.
     *
     * @param list<mixed> $arguments
     */
    private function pass(string $method, array $arguments, ?string $statement = null): mixed
    {
        try {
            return $this->getWrappedConnection()->$method(...$arguments);
        } catch (Throwable $failure) {
            $what = $statement === null ? $method . '() failed' : 'Statement failed: ' . $statement;
            throw Recovery::failure($this, $failure, $what);
        }
    }

    /**
     * Prepares a statement on the inner connection. If the server's limit of prepared statements is reached, the idle
     * statements of this connection are freed. If that is not enough, the driver inserts values into statements from
     * then on.
     *
     * @internal
     * @param array<int, mixed> $driverOptions
     */
    public function prepareInside(string $sql, array $driverOptions = []): PDOStatement|StatementInterface
    {
        for ($attempt = 1;; $attempt++) {
            $inside = $this->getWrappedConnection();
            try {
                return $inside->prepare($sql, $driverOptions);
            } catch (PDOException $failure) {
                if ($attempt > 2 || !RetryableFailure::isOfTooManyStatements($failure)) {
                    throw $failure;
                }
            }
            if ($attempt === 2) {
                $this->report('warning', 'Others have all prepared statements of the server, values are sent as text: '
                    . $failure->getMessage());
                $inside->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
            }
            $this->clearStatementCache();
        }
    }

    /** @param array<int, mixed> $driverOptions */
    protected function newStatement(string $sql, array $driverOptions): StatementWrapper
    {
        $statement = $this->createStatementWrapper($sql);
        try {
            $statement->prepare($driverOptions);
        } catch (Throwable $failure) {
            Orm::$connections?->queryLog?->record($this, $sql, [], 0, null, $failure);
            throw $failure;
        }
        $this->logMethod('prepare', $sql);

        return $statement;
    }

    protected function createStatementWrapper(string $sql): StatementWrapper
    {
        return new StatementWrapper($sql, $this);
    }

    /** @param array{write?: bool, save?: bool} $options */
    protected function open(array $options): void
    {
        if ($options['write'] ?? false) {
            $this->transactions()->beginToWrite($this);
        } elseif ($options['save'] ?? false) {
            $this->beginSave();
        } else {
            $this->beginTransaction();
        }
    }

    /** Makes a fetcher report failures, because reading later rows may also fail. */
    private function reporting(DataFetcherInterface $fetcher): DataFetcherInterface
    {
        if ($fetcher instanceof PDODataFetcher) {
            $fetcher->reportTo($this);
        }

        return $fetcher;
    }

    /**
     * Records that the application's own SQL may have written rows. A rollback reverts them, so objects read afterwards
     * must be forgotten, too.
     */
    private function noteChange(string $sql): void
    {
        if ($this->rollbackLog !== null && !self::onlyReads($sql)) {
            $this->rollbackLog->changed();
        }
    }

    /**
     * @internal
     * @param 'exec'|'query' $method
     */
    public function send(string $method, string $statement): mixed
    {
        $this->liveness?->makeReady($this);
        $log = Orm::$connections?->queryLog;
        if ($log === null) {
            return $this->pass($method, [$statement], $statement);
        }
        $this->recorded = null;
        $started = hrtime(true);
        try {
            $result = $this->pass($method, [$statement], $statement);
        } catch (Throwable $failure) {
            $log->record($this, $statement, [], hrtime(true) - $started, null, $failure);
            throw $failure;
        }
        $rows = is_int($result) ? $result : null;
        $this->recorded = $log->record($this, $statement, [], hrtime(true) - $started, $rows);

        return $result;
    }

    private static function onlyReads(string $sql): bool
    {
        return preg_match('/^\s*SELECT\b/i', $sql) === 1;
    }

    private function reopen(): ConnectionInterface
    {
        try {
            $opened = ($this->reconnector)();
        } catch (AdapterException | PDOException $failure) {
            $this->report('error', 'The connection cannot be opened again: ' . $failure->getMessage());
            throw new ConnectionException(ConnectionFactory::cannotOpen($failure), 0, $failure);
        }
        $this->replaceConnection($opened);
        $this->liveness?->opened();
        $this->transactions?->locks?->reconnected($opened);

        return $opened;
    }

    /**
     * Returns an idle prepared statement from the cache, or a new one. After reading all rows, return it with
     * releaseStatement(). A statement that is not returned is prepared again next time.
     */
    public function acquireStatement(string $sql): PDOStatement|StatementInterface
    {
        $statement = $this->statementCache->take($sql);
        if ($statement !== null) {
            return $statement;
        }
        if ($this->overrides('prepare')) {
            return $this->prepare($sql);
        }

        return $this->isInDebugMode() || Orm::$connections?->queryLog !== null
            ? $this->newStatement($sql, [])
            : $this->prepareInside($sql);
    }

    /** @param array<int|string, mixed> $bound the bound values, in the form for execute() */
    public function releaseStatement(string $sql, PDOStatement|StatementInterface $statement, array $bound = []): void
    {
        if ($bound !== []) {
            self::forgetValues($statement, $bound);
        }
        $isEnded = $this->transactions !== null && $this->transactions->ended !== null;
        if (!$isEnded && ($this->keepsStatements ?? $this->learnWhetherToKeepStatements())) {
            $this->statementCache->keep($sql, $statement);
        }
    }

    /**
     * Clears the values bound to a statement, so that secrets and large values do not stay in memory. Call it after
     * closing the cursor.
     *
     * @internal
     * @param array<int|string, mixed> $bound in the form for execute()
     */
    public static function forgetValues(PDOStatement|StatementInterface $statement, array $bound): void
    {
        if ($statement instanceof StatementWrapper) {
            $statement->forgetValues($bound);

            return;
        }
        foreach ($bound as $parameter => $value) {
            if (!is_int($value) && $value !== null) {
                $statement->bindValue(is_int($parameter) ? $parameter + 1 : $parameter, null);
            }
        }
    }

    /**
     * Returns a statement that stays in the cache, for callers that finish with it before any application code can run,
     * so that it cannot be used twice at the same time. If it fails, the caller must call forgetStatement().
     */
    public function useStatement(string $sql): PDOStatement|StatementInterface
    {
        $statement = $this->acquireStatement($sql);
        $this->releaseStatement($sql, $statement);

        return $statement;
    }

    /** Removes a failed statement from the cache. The objects for which it was prepared may no longer exist. */
    public function forgetStatement(string $sql): void
    {
        $this->statementCache->remove($sql);
    }

    public function clearStatementCache(): void
    {
        $this->keepsStatements = null;
        $this->statementCache->clear();
    }

    private function learnWhetherToKeepStatements(): bool
    {
        $emulates = $this->connection instanceof PdoConnection && $this->connection->emulates();

        return $this->keepsStatements = !$emulates && !$this->overrides('prepare');
    }

    /** Returns whether an application's subclass overrides a method, such as prepare() to see all statements. */
    private function overrides(string $method): bool
    {
        return self::$overrides[static::class][$method]
            ??= (new ReflectionMethod($this, $method))->class !== self::class;
    }

    public function isInDebugMode(): bool
    {
        return $this->debug ?? self::$useDebugMode;
    }

    /** @param bool|null $value null: use the static setting */
    public function useDebug(?bool $value = true): void
    {
        if (!$value) {
            $this->queryCount = 0;
            $this->lastExecutedQuery = '';
        }
        $this->clearStatementCache();
        $this->debug = $value;
    }

    public function getQueryCount(): int
    {
        return $this->queryCount;
    }

    public function incrementQueryCount(): void
    {
        $this->queryCount++;
    }

    public function getLastExecutedQuery(): string
    {
        return $this->lastExecutedQuery;
    }

    public function setLastExecutedQuery(string $query): void
    {
        $this->lastExecutedQuery = $query;
    }

    /** @param list<string> $logMethods */
    public function setLogMethods(array $logMethods): void
    {
        $this->logMethods = $logMethods;
    }

    /** @return list<string> */
    public function getLogMethods(): array
    {
        return $this->logMethods;
    }

    /** @param \Psr\Log\LoggerInterface $logger */
    public function setLogger(object $logger): void
    {
        $this->logger = $logger;
    }

    /** @return \Psr\Log\LoggerInterface */
    public function getLogger(): object
    {
        return $this->logger ?? Orm::getServiceContainer()->getLogger($this->getName());
    }

    /** Returns whether setLogMethods() enables a method. */
    protected function isLogEnabledForMethod(string $methodName): bool
    {
        return in_array($methodName, $this->logMethods, true);
    }

    /**
     * Logs the message of a method if its messages are enabled.
     *
     * @internal
     */
    public function logMethod(string $method, string $message): void
    {
        if ($this->isInDebugMode() && $this->isLogEnabledForMethod($method)) {
            $this->log($message);
        }
    }

    /** Logs in debug mode. */
    public function log(string $msg): void
    {
        if (!$this->isInDebugMode()) {
            return;
        }
        try {
            $level = $this->logLevel();
            $this->getLogger()->$level($this->decorateLogMessage($msg));
        } catch (Throwable) {
            // A failing logger must not cause a statement to fail that the database has already run.
        }
    }

    /**
     * Logs an event for operators, even if debug mode is off.
     *
     * @internal
     * @param 'error'|'warning' $level
     */
    public function report(string $level, string $message): void
    {
        try {
            $this->getLogger()->$level($message);
        } catch (Throwable) {
            // A failing logger must not hide the event to log.
        }
    }

    /** Records an executed statement in debug mode. */
    public function executed(string $sql, string $method): void
    {
        if ($this->isInDebugMode()) {
            $this->incrementQueryCount();
            $this->setLastExecutedQuery($sql);
            $this->logMethod($method, $sql);
        }
    }

    /**
     * Calls a function that runs a statement, and records the statement.
     *
     * @param list<mixed>|null $args
     * @return mixed the return value of the function
     */
    public function callUserFunctionWithLogging(callable $callback, ?array $args, string $sqlForLog)
    {
        $result = $callback(...($args ?? []));
        $this->incrementQueryCount();
        $this->setLastExecutedQuery($sqlForLog);
        $this->log($sqlForLog);

        return $result;
    }

    /** @return 'info'|'warning' the log level of debug mode */
    protected function logLevel(): string
    {
        return 'info';
    }

    protected function decorateLogMessage(string $message): string
    {
        return $message;
    }
}
