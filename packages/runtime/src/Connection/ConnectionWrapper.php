<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Connection\ListLock\ListLocks;
use Orm\Runtime\Connection\ListLock\ListLockTrait;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Orm;
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
    use TransactionTrait;
    use ConnectionLogTrait;
    use ListLockTrait;

    /** Attribute: prepare() gives the same statement object for the same SQL. */
    public const ORM_ATTR_CACHE_PREPARES = -1;

    private const MAX_IDLE_STATEMENTS = 256;

    /** A number that no other vendor uses. */
    private const MYSQL_DEADLOCK = 1213;

    /** Debug mode of the connections that have no flag of their own. */
    public static bool $useDebugMode = false;

    private ?string $name = null;
    private int $depth = 0;
    private bool $committable = true;
    private bool $commitFailed = false;

    /** Whether a statement of the open transaction failed, so that the server may have given the transaction up. */
    private bool $statementFailed = false;

    /** Why the last rollback failed: drivers believe in a transaction even when its connection is lost. */
    private ?Throwable $rollbackFailure = null;
    private bool $cachePrepares = false;
    private int $savepoints = 0;
    private ?Closure $reconnector = null;
    private readonly RollbackLog $rollbackLog;

    /**
     * What getRollbackLog() gives, for those to whom a call is dear.
     *
     * @internal to be read only
     */
    public ?RollbackLog $openLog = null;

    /**
     * Prepared statements that nobody uses now by their SQL, the longest unused first. One is taken out while it is in
     * use, so two readers never share a cursor; coming back makes it the youngest.
     *
     * @var array<string, PDOStatement|StatementInterface>
     */
    private array $idleStatements = [];

    /** @var array<string, StatementWrapper> */
    private array $preparedStatements = [];

    public function __construct(protected ConnectionInterface $connection)
    {
        $this->rollbackLog = new RollbackLog();
        $this->listLocks = new ListLocks($connection);
    }

    /**
     * Says how to open the connection again when the server has closed it.
     *
     * @param Closure(): ConnectionInterface $reconnector
     */
    public function setReconnector(Closure $reconnector): void
    {
        $this->reconnector = $reconnector;
    }

    /**
     * Opens a lost connection again. Inside a transaction this never happens: its work is gone, and only the caller
     * knows how to do it again.
     *
     * @param bool $repeatable whether the failed statement only reads
     * @return bool whether the statement can be sent again
     */
    public function recover(Throwable $failure, bool $repeatable): bool
    {
        if ($this->depth > 0 || $this->reconnector === null || $this->name === null) {
            return false;
        }
        $info = Orm::getServiceContainer()->getAdapter($this->name)->describeError($failure);
        if ($info?->kind !== ErrorKind::ConnectionLost) {
            return false;
        }
        $this->clearStatementCache();
        $this->connection = ($this->reconnector)();
        $this->listLocks->reconnected($this->connection);
        // These say that the server did not execute the statement: it was shut down, or already gone.
        $neverExecuted = $info->sqlState === '57P01'
            || str_contains($failure->getMessage(), 'terminating connection due to administrator command')
            || ($failure instanceof PDOException && ($failure->errorInfo[1] ?? null) === 2006);

        return $repeatable || $neverExecuted;
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

    public function getWrappedConnection(): ConnectionInterface
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

    public function beginTransaction(): bool
    {
        if ($this->depth === 0) {
            try {
                $this->connection->beginTransaction();
            } catch (Throwable $failure) {
                if (!$this->recover($this->rollbackFailure ?? $failure, true)) {
                    throw $failure;
                }
                $this->connection->beginTransaction();
            }
            $this->begun();
        }
        $this->depth++;

        return true;
    }

    public function commit(): bool
    {
        if ($this->depth === 0) {
            return true;
        }
        $open = $this->connection->inTransaction();
        if ($open && $this->depth > 1) {
            $this->depth--;

            return true;
        }
        if (!$open) {
            // A statement such as DDL on MySQL has committed implicitly: there is nothing left to commit.
            $committable = $this->committable;
            $this->endTransaction($committable);
            if (!$committable) {
                throw new RollbackException('Cannot commit: a part of the work was rolled back');
            }

            return true;
        }
        if (!$this->committable) {
            throw new RollbackException('Cannot commit: a nested transaction was rolled back');
        }
        if ($this->statementFailed) {
            $this->refuseGivenUpTransaction();
        }
        $this->commitFailed = true;
        try {
            $this->connection->commit();
        } catch (PDOException $failure) {
            throw $this->listLocks->commitFailure($failure);
        }
        $this->commitFailed = false;
        $this->endTransaction(true);
        if ($this->isInDebugMode()) {
            $this->log('Commit transaction', 'commit');
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
        $mark = $this->rollbackLog->mark();
        $locks = $this->listLocks->state();
        $this->connection->exec('SAVEPOINT ' . $name);
        $this->depth++;
        try {
            return $callable($this);
        } catch (Throwable $failure) {
            try {
                if ($this->connection->inTransaction()) {
                    $this->connection->exec('ROLLBACK TO SAVEPOINT ' . $name);
                    $this->committable = $committable;
                    $this->rollbackLog->revert($mark);
                    $this->listLocks->rolledBackTo($locks);
                }
            } catch (PDOException) {
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
     * Says that the database refused a statement. PostgreSQL gives the transaction up then, unless one goes back to a
     * savepoint: commit() finds out. MySQL has rolled all of it back if there was a deadlock.
     */
    public function statementFailed(Throwable $failure): void
    {
        if ($this->depth === 0) {
            return;
        }
        $this->statementFailed = true;
        if ($failure instanceof PDOException && ($failure->errorInfo[1] ?? null) === self::MYSQL_DEADLOCK) {
            $this->committable = false;
            $this->rollbackLog->revert();
        }
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

    /** What to take back in memory if the open transaction is rolled back; null outside of a transaction. */
    public function getRollbackLog(): ?RollbackLog
    {
        return $this->openLog;
    }

    public function getAttribute(int $attribute): mixed
    {
        return $attribute === self::ORM_ATTR_CACHE_PREPARES
            ? $this->cachePrepares
            : $this->connection->getAttribute($attribute);
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

        return $this->connection->setAttribute($attribute, $value);
    }

    public function lastInsertId(?string $name = null): string|int
    {
        return $this->connection->lastInsertId($name);
    }

    public function getSingleDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return $this->connection->getSingleDataFetcher($data);
    }

    public function getDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return $this->connection->getDataFetcher($data);
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

        return $result instanceof DataFetcherInterface ? $result : $this->connection->getDataFetcher($result);
    }

    public function quote(string $string, int $parameterType = PDO::PARAM_STR): string
    {
        return $this->connection->quote($string, $parameterType);
    }

    public function prepare(string $statement, array $driverOptions = []): StatementWrapper
    {
        $this->noteChange($statement);
        if (!$this->cachePrepares) {
            return $this->newStatement($statement, $driverOptions);
        }

        return $this->preparedStatements[$statement] ??= $this->newStatement($statement, $driverOptions);
    }

    /**
     * An idle prepared statement for the SQL: from the cache, else a new one. Give it back with releaseStatement()
     * when all rows are read; a statement that is not given back is simply prepared again next time.
     */
    public function acquireStatement(string $sql): PDOStatement|StatementInterface
    {
        $statement = $this->idleStatements[$sql] ?? null;
        if ($statement !== null) {
            unset($this->idleStatements[$sql]);

            return $statement;
        }

        return $this->isInDebugMode() ? $this->newStatement($sql, []) : $this->connection->prepare($sql);
    }

    public function releaseStatement(string $sql, PDOStatement|StatementInterface $statement): void
    {
        if (count($this->idleStatements) >= self::MAX_IDLE_STATEMENTS) {
            unset($this->idleStatements[array_key_first($this->idleStatements)]);
        }
        $this->idleStatements[$sql] = $statement;
    }

    /**
     * The same for those who are done with the statement before any code of an application can run, so that nobody
     * else can want it meanwhile: it stays where it is. Whoever sees it fail calls forgetStatement().
     */
    public function useStatement(string $sql): PDOStatement|StatementInterface
    {
        $statement = $this->idleStatements[$sql] ?? null;
        if ($statement === null || count($this->idleStatements) > self::MAX_IDLE_STATEMENTS / 2) {
            // Only when some may have to go does it matter which one was used last.
            $statement = $this->acquireStatement($sql);
            $this->releaseStatement($sql, $statement);
        }

        return $statement;
    }

    /** A statement that failed is prepared again next time: what it was prepared for may be gone. */
    public function forgetStatement(string $sql): void
    {
        unset($this->idleStatements[$sql]);
    }

    public function clearStatementCache(): void
    {
        $this->idleStatements = [];
        $this->preparedStatements = [];
    }

    /** @return array<string, mixed> what dumps show: nothing that leads to the password */
    public function __debugInfo(): array
    {
        return ['name' => $this->name, 'depth' => $this->depth, 'debug' => $this->isInDebugMode()];
    }

    /** @param list<mixed> $arguments */
    public function __call(string $method, array $arguments): mixed
    {
        return $this->connection->$method(...$arguments);
    }

    /** @param array<int, mixed> $driverOptions */
    protected function newStatement(string $sql, array $driverOptions): StatementWrapper
    {
        $statement = new StatementWrapper($sql, $this);
        $statement->prepare($driverOptions);
        $this->log($sql, 'prepare');

        return $statement;
    }

    /** A transaction of the library's own that will write lists begins as their locks want it. */
    protected function open(array $options): void
    {
        if ($this->depth > 0 || !($options['write'] ?? false)) {
            $this->beginTransaction();

            return;
        }
        try {
            $this->listLocks->begin();
        } catch (Throwable $failure) {
            if (!$this->recover($failure, true)) {
                throw $failure;
            }
            $this->listLocks->begin();
        }
        $this->begun();
        $this->depth++;
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
        try {
            return $this->connection->$method($statement);
        } catch (PDOException $failure) {
            if (!$this->recover($failure, self::onlyReads($statement))) {
                $this->statementFailed($failure);
                throw $failure;
            }

            return $this->connection->$method($statement);
        }
    }

    /** @internal */
    public static function onlyReads(string $sql): bool
    {
        return preg_match('/^\s*SELECT\b/i', $sql) === 1;
    }

    private function begun(): void
    {
        $this->committable = true;
        $this->commitFailed = false;
        $this->statementFailed = false;
        $this->rollbackFailure = null;
        $this->openLog = $this->rollbackLog;
        if ($this->isInDebugMode()) {
            $this->log('Begin transaction', 'beginTransaction');
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
        $open = $this->connection->inTransaction();
        $revert = $open || $this->commitFailed;
        $this->depth = 0;
        $this->openLog = null;
        try {
            if ($open) {
                $this->connection->rollBack();
                $this->log('Rollback transaction', $method);
            }
        } catch (Throwable $failure) {
            $this->rollbackFailure = $failure;
            throw $failure;
        } finally {
            // Also when the server is gone: it rolls back by itself, and memory has to agree with it.
            if ($revert) {
                $this->rollbackLog->revert();
            }
            $this->endTransaction(!$revert);
        }

        return true;
    }

    private function endTransaction(bool $committed): void
    {
        $this->depth = 0;
        $this->openLog = null;
        $this->commitFailed = false;
        $this->rollbackLog->clear();
        $this->outermostEnded($committed);
    }
}
