<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\ActiveRecord\ObjectStates;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\ListLock\ListLocks;
use Orm\Runtime\Connection\Exception\DriverException;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\DataFetcher\PDODataFetcher;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use PDO;
use PDOException;
use PDOStatement;
use Throwable;

use function count;

/**
 * The default connection class: nested transactions, a cache of prepared statements, logging and counting.
 */
class ConnectionWrapper implements ConnectionInterface
{
    use TransactionTrait {
        rollBackAfter as private rollBackQuietly;
        transaction as private transactionOnce;
    }
    use ConnectionLogTrait;
    use RecoveryTrait;
    use StatementCacheTrait;
    use TransactionListenersTrait;

    /** Attribute: prepare() gives the same statement object for the same SQL. */
    public const ORM_ATTR_CACHE_PREPARES = -1;

    // Those of the traits: PHP 8.1 lets only classes have constants.
    /** After how many nanoseconds without a write the connection is asked whether it is still there. */
    private const IDLE = 50_000_000;

    /**
     * How much SQL is kept at most, in bytes. A prepared statement needs up to forty times as much: long ones are lists
     * of parameters.
     */
    private const MAX_BYTES = 150_000;

    /** Longer statements have a list of values of some length in them, and will not come again. */
    private const MAX_LENGTH = 10_000;

    /** How many statements of an application are kept at most, if the connection is to do that. */
    private const MAX_PREPARED = 100;

    /** Debug mode of the connections that have no flag of their own. */
    public static bool $useDebugMode = false;

    private ?string $name = null;
    private int $depth = 0;
    private bool $committable = true;
    private bool $commitFailed = false;

    /** Whether a statement of the open transaction failed, so that the server may have given the transaction up. */
    private bool $statementFailed = false;

    /** Why a part of the open transaction was rolled back, as far as anybody knows. */
    private ?Throwable $rollbackCause = null;

    private bool $cachePrepares = false;
    private int $savepoints = 0;
    private ?RollbackLog $rollbackLog = null;

    /**
     * What getRollbackLog() gives: hot paths read it without a call.
     *
     * @internal to be read only
     */
    public ?RollbackLog $openLog = null;

    public function __construct(protected ConnectionInterface $connection)
    {
    }

    /**
     * The connection to read a result row by row where the driver would otherwise hold all rows or block this
     * connection meanwhile: one of its own, but in a transaction, whose rows no other connection sees, the one inside
     * this. Null where neither is needed or possible.
     */
    public function openCursorConnection(AdapterInterface $adapter): ?ConnectionInterface
    {
        if (!$adapter->needsCursorConnection()) {
            return null;
        }
        if ($this->depth > 0) {
            return $adapter->hasCursors() ? $this->connection : null;
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
     * @param array{write?: bool} $options `write`: rows will be written that need locks before they are read
     * @param int $retries how often it is called again when others were in its way: after a deadlock, a serialization
     *     failure or a conflict with another node of a cluster. Objects are put back before to what they were at first:
     *     those of the instance pools, and those that the callable has in its variables. In a transaction of the caller
     *     only the caller can do so, as the database has rolled back all of it.
     * @return T
     */
    public function transaction(callable $callable, array $options = [], int $retries = 0)
    {
        if ($retries <= 0 || $this->depth > 0) {
            return $this->transactionOnce($callable, $options);
        }

        return RepeatedTransaction::run($this, $callable, $options, null, $retries, new ObjectStates($callable));
    }

    public function beginTransaction(): bool
    {
        if ($this->depth === 0) {
            try {
                $this->connection->beginTransaction();
            } catch (Throwable $failure) {
                $this->beginAgain($failure, fn () => $this->connection->beginTransaction());
            }
            $this->hasBegun();
        }
        $this->depth++;

        return true;
    }

    public function commit(): bool
    {
        if ($this->depth === 0) {
            return true;
        }
        if ($this->ended !== null) {
            throw $this->refusal();
        }
        $open = $this->connection->inTransaction();
        if ($open && $this->depth > 1) {
            $this->depth--;

            return true;
        }
        if (!$open) {
            // A statement such as DDL on MySQL has committed implicitly: there is nothing left to commit.
            [$committable, $cause] = [$this->committable, $this->rollbackCause];
            $this->endTransaction($committable);
            if (!$committable) {
                throw new RollbackException('Cannot commit: a part of the work was rolled back', 0, $cause);
            }

            return true;
        }
        if (!$this->committable) {
            throw new RollbackException('Cannot commit: a nested transaction was rolled back', 0, $this->rollbackCause);
        }
        if ($this->statementFailed) {
            $this->refuseGivenUpTransaction();
        }
        $this->commitFailed = true;
        try {
            $this->connection->commit();
            if ($this->statementFailed && $this->connection instanceof PdoConnection) {
                $this->connection->confirmCommit();
            }
        } catch (Throwable $failure) {
            $info = $this->noteFailure($failure, 'A transaction cannot be committed');
            throw DriverException::of(
                $failure,
                $info,
                $info?->kind === ErrorKind::ConnectionLost ? 'The transaction may be committed or not: ' : '',
            );
        }
        $this->commitFailed = false;
        $this->endTransaction(true);
        if ($this->isInDebugMode()) {
            $this->logMethod('commit', 'Commit transaction');
        }

        return true;
    }

    public function rollBack(): bool
    {
        if ($this->depth > 1 && $this->connection->inTransaction()) {
            $this->committable = false;
            $this->depth--;

            return true;
        }

        return $this->endByRollback('rollBack');
    }

    public function rollBackAfter(Throwable $failure): void
    {
        $this->rollbackCause = $failure;
        $this->rollBackQuietly($failure);
    }

    /** Rolls back the whole transaction, whatever the nesting depth. */
    public function forceRollBack(): bool
    {
        return $this->endByRollback('forceRollBack');
    }

    /**
     * Runs a callable after a savepoint of the open transaction: if it throws, only what it did is taken back and the
     * transaction can still be committed. Outside of a transaction it is a transaction of its own.
     *
     * @template T
     * @param callable(ConnectionInterface): T $callable
     * @return T
     */
    public function savepoint(callable $callable): mixed
    {
        if ($this->depth === 0) {
            return $this->transaction($callable);
        }
        $name = 'orm_' . $this->depth . '_' . ++$this->savepoints;
        $committable = $this->committable;
        $mark = $this->rollbackLog?->mark();
        $states = $this->tellSavepoint();
        $this->send('exec', 'SAVEPOINT ' . $name);
        $this->openLog?->changed();
        $this->depth++;
        try {
            return $callable($this);
        } catch (Throwable $failure) {
            try {
                if ($this->ended === null && $this->connection->inTransaction()) {
                    $this->send('exec', 'ROLLBACK TO SAVEPOINT ' . $name);
                    $this->committable = $committable;
                    $this->rollbackLog?->revert($mark);
                    $this->tellRolledBackTo($states);
                }
            } catch (ExceptionInterface) {
                // The connection is lost, or a deadlock has ended the transaction: callers need to know the reason.
                $this->committable = false;
            }
            throw $failure;
        } finally {
            if ($this->depth > 0 && --$this->depth === 0) {
                $this->openLog = null;
            }
        }
    }

    /**
     * Makes other connections that lock the same list wait until the outermost transaction ends.
     *
     * @param string $table the table as SQL writes it
     * @param array<mixed> $scope the values that tell the list from others of the table, as they are stored
     */
    public function lockList(string $table, array $scope): void
    {
        $this->listener(ListLocks::class)->lock($table, [$scope]);
    }

    /** @param float $seconds how long to wait for the lock of a list */
    public function setListLockTimeout(float $seconds): void
    {
        $this->listener(ListLocks::class)->timeout = $seconds;
    }

    /** Says that something in the open transaction failed: it can only be rolled back then. */
    public function failTransaction(): void
    {
        if ($this->depth > 0) {
            $this->committable = false;
        }
    }

    public function getNestedTransactionCount(): int
    {
        return $this->depth;
    }

    protected function setNestedTransactionCount(int $v): void
    {
        $this->depth = $v;
    }

    public function isInTransaction(): bool
    {
        return $this->depth > 0;
    }

    public function isCommitable(): bool
    {
        return $this->depth > 0 && $this->committable;
    }

    public function inTransaction(): bool
    {
        return $this->connection->inTransaction();
    }

    /**
     * Whether all transactions of the connection are begun and ended by this object, so that it can tell listeners.
     *
     * @internal
     */
    public function followsTransactions(): bool
    {
        return true;
    }

    /** What to take back in memory if the open transaction is rolled back; null outside of a transaction. */
    public function getRollbackLog(): ?RollbackLog
    {
        return $this->openLog;
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
            return $this->connection->lastInsertId($name);
        } catch (PDOException $failure) {
            throw $this->failure($failure, 'The last key cannot be had');
        }
    }

    public function getSingleDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return $this->reporting($this->connection->getSingleDataFetcher($data));
    }

    public function getDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return $this->reporting($this->connection->getDataFetcher($data));
    }

    public function exec(string $statement): int
    {
        $rows = $this->send('exec', $statement);
        $this->openLog?->changed();
        $this->executed($statement, 'exec');

        return $rows;
    }

    public function query(string $statement): DataFetcherInterface
    {
        $result = $this->send('query', $statement);
        $this->noteChange($statement);
        $this->executed($statement, 'query');

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

        return $this->preparedStatement($statement, $driverOptions);
    }

    /** Ends what a request has left behind; see Orm::reset(). */
    public function reset(): void
    {
        try {
            if ($this->depth > 0) {
                $this->report('warning', 'A transaction was left open: it is rolled back');
                $this->forceRollBack();
            } elseif ($this->connection instanceof PdoConnection && $this->connection->rollBackIfOpen()) {
                $this->report('warning', 'A transaction that a statement has begun was left open: it is rolled back');
            }
        } catch (Throwable) {
            // It is logged, and the next statement opens another connection.
        }
        $this->clearStatementCache();
        $this->queryCount = 0;
        $this->lastExecutedQuery = '';
        // Much time may pass before the next request.
        $this->usedAt = 0;
        $this->wroteAt = 0;
    }

    /** Whoever drops a connection in a transaction drops what the transaction wrote. */
    public function __destruct()
    {
        if ($this->depth > 0) {
            $this->report('warning', 'A connection was dropped in a transaction: the server rolls it back');
            $this->rollbackLog?->revert();
        }
    }

    /** @return array<string, mixed> what dumps show: nothing that leads to the password */
    public function __debugInfo(): array
    {
        return ['name' => $this->name, 'depth' => $this->depth, 'debug' => $this->isInDebugMode()];
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
     * Calls a method of the connection inside.
     *
     * @param list<mixed> $arguments
     */
    private function pass(string $method, array $arguments): mixed
    {
        try {
            return $this->connection->$method(...$arguments);
        } catch (Throwable $failure) {
            throw $this->failure($failure, $method . '() failed');
        }
    }

    /** @param array<int, mixed> $driverOptions */
    protected function newStatement(string $sql, array $driverOptions): StatementWrapper
    {
        $statement = $this->createStatementWrapper($sql);
        $statement->prepare($driverOptions);
        $this->logMethod('prepare', $sql);

        return $statement;
    }

    protected function createStatementWrapper(string $sql): StatementWrapper
    {
        return new StatementWrapper($sql, $this);
    }

    /** A transaction of the library's own that will write begins as the locks of its rows want it. */
    protected function open(array $options): void
    {
        if ($this->depth > 0 || !($options['write'] ?? false)) {
            $this->beginTransaction();

            return;
        }
        $locks = $this->listener(ListLocks::class);
        try {
            $locks->begin();
        } catch (Throwable $failure) {
            $this->beginAgain($failure, $locks->begin(...));
        }
        $this->hasBegun();
        $this->depth++;
    }

    /** Rows that come later may fail too. */
    private function reporting(DataFetcherInterface $fetcher): DataFetcherInterface
    {
        if ($fetcher instanceof PDODataFetcher) {
            $fetcher->reportTo($this);
        }

        return $fetcher;
    }

    /** What an application writes by itself is forgotten by a rollback too, and so must be what is read of it. */
    private function noteChange(string $sql): void
    {
        if ($this->openLog !== null && !self::onlyReads($sql)) {
            $this->openLog->changed();
        }
    }

    /** @param 'exec'|'query' $method */
    private function send(string $method, string $statement): mixed
    {
        if ($this->mayBeLost) {
            $this->makeReady();
        }
        try {
            return $this->connection->$method($statement);
        } catch (Throwable $failure) {
            throw $this->failure($failure, 'Statement failed: ' . $statement);
        }
    }

    private static function onlyReads(string $sql): bool
    {
        return preg_match('/^\s*SELECT\b/i', $sql) === 1;
    }

    /** @param callable(): mixed $begin writes nothing, so it can be called again on another connection */
    private function beginAgain(Throwable $failure, callable $begin): void
    {
        try {
            $this->again($failure, $begin);
        } catch (Throwable $last) {
            throw $this->failure($last, 'A transaction cannot be begun');
        }
    }

    private function hasBegun(): void
    {
        $this->committable = true;
        $this->commitFailed = false;
        $this->statementFailed = false;
        $this->rollbackCause = null;
        $this->openLog = $this->rollbackLog ??= new RollbackLog();
        if ($this->isInDebugMode()) {
            $this->logMethod('beginTransaction', 'Begin transaction');
        }
    }

    /** PostgreSQL takes a COMMIT for a ROLLBACK then, and tells nobody. */
    private function refuseGivenUpTransaction(): void
    {
        try {
            $this->connection->query('SELECT 1');
        } catch (PDOException $failure) {
            if ($failure->getCode() === '25P02') {
                throw new RollbackException('Cannot commit: a statement of the transaction failed', 0, $failure);
            }
        }
    }

    private function endByRollback(string $method): bool
    {
        if ($this->depth === 0) {
            return true;
        }
        $hasEnded = $this->ended !== null;
        $this->leaveEndedTransaction();
        $open = $this->connection->inTransaction();
        $revert = $open || $hasEnded || $this->commitFailed;
        $this->depth = 0;
        $this->openLog = null;
        try {
            if ($open) {
                $this->connection->rollBack();
                $this->logMethod($method, 'Rollback transaction');
            }
        } catch (Throwable $failure) {
            $exception = $this->failure($failure, 'A transaction cannot be rolled back');
            if ($this->reconnector !== null && !$this->connection instanceof StandInConnection) {
                // Nobody knows what is open on it now.
                $this->lose($failure);
            }
            throw $exception;
        } finally {
            // Also when the server is gone: it rolls back by itself, and memory has to agree with it.
            if ($revert) {
                $this->rollbackLog?->revert();
            }
            $this->endTransaction(!$revert);
        }

        return true;
    }

    private function endTransaction(bool $committed): void
    {
        $this->depth = 0;
        $this->openLog = null;
        if ($this->wroteAt > 0) {
            // What a transaction has written is there for others, and on its way to replicas, from its end on.
            $this->wroteAt = hrtime(true);
        }
        $this->commitFailed = false;
        $this->rollbackCause = null;
        $this->rollbackLog?->clear();
        if ($this->listeners !== [] || $this->atEnd !== []) {
            $this->tellEnded($committed);
        }
    }
}
