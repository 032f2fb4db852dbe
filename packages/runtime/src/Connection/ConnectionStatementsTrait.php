<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Orm;
use PDOStatement;
use ReflectionMethod;
use Throwable;

use function is_int;

/**
 * The statements of a connection: the prepared ones that can be used again, which keep no values; and what debug mode
 * knows of those that were executed: their number, the last one, the log.
 */
trait ConnectionStatementsTrait
{
    /**
     * Whether statements are kept; null: not known yet. A driver that puts values into statements itself prepares
     * nothing, and would keep the text with the values.
     */
    private ?bool $keepsStatements = null;

    /**
     * Whether a statement of acquireStatement() goes as soon as its caller drops it, with all that was bound to it.
     *
     * @internal to be read only
     */
    public bool $dropsStatements = false;

    /** @var array<class-string, array<string, bool>> what overrides() says of a class and a method */
    private static array $overrides = [];

    private ?bool $debug = null;
    private int $queryCount = 0;
    private string $lastExecutedQuery = '';

    /** @var \Psr\Log\LoggerInterface|null */
    private ?object $logger = null;

    /** @var list<string> */
    private array $logMethods = ['exec', 'query', 'execute'];

    /**
     * An idle prepared statement for the SQL: from the cache, else a new one. Give it back with releaseStatement()
     * when all rows are read; a statement that is not given back is simply prepared again next time.
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

        return $this->isInDebugMode() ? $this->newStatement($sql, []) : $this->prepareInside($sql);
    }

    /** @param array<int|string, mixed> $bound what was bound, as execute() takes it */
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
     * Makes a statement forget what was bound to it: a secret must not stay in memory, nor a large value. To be called
     * when its cursor is closed.
     *
     * @internal
     * @param array<int|string, mixed> $bound as execute() takes it
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
     * The same for callers that are done with the statement before any code of the application can run, so that it
     * cannot be used twice at the same time: it stays in the list. If it fails, the caller calls forgetStatement().
     */
    public function useStatement(string $sql): PDOStatement|StatementInterface
    {
        if ($this->dropsStatements) {
            return $this->debug ?? self::$useDebugMode
                ? $this->newStatement($sql, [])
                : $this->prepareInside($sql);
        }
        $statement = $this->acquireStatement($sql);
        $this->releaseStatement($sql, $statement);

        return $statement;
    }

    /** A statement that failed is prepared again next time: what it was prepared for may be gone. */
    public function forgetStatement(string $sql): void
    {
        $this->statementCache->remove($sql);
    }

    public function clearStatementCache(): void
    {
        $this->forgetWhetherToKeepStatements();
        $this->statementCache->clear();
    }

    private function learnWhetherToKeepStatements(): bool
    {
        $emulates = $this->connection instanceof PdoConnection && $this->connection->emulates();
        $this->dropsStatements = $emulates && !$this->overrides('prepare');

        return $this->keepsStatements = !$emulates && !$this->overrides('prepare');
    }

    private function forgetWhetherToKeepStatements(): void
    {
        $this->keepsStatements = null;
        $this->dropsStatements = false;
    }

    /** Whether a class of the application has a method of its own: prepare(), say, as it wants to see each statement. */
    private function overrides(string $method): bool
    {
        return self::$overrides[static::class][$method]
            ??= dirname((string) (new ReflectionMethod($this, $method))->getFileName()) !== __DIR__;
    }

    public function isInDebugMode(): bool
    {
        return $this->debug ?? self::$useDebugMode;
    }

    /** @param bool|null $value null: as the static flag says */
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

    /** Whether setLogMethods() names the method. */
    protected function isLogEnabledForMethod(string $methodName): bool
    {
        return in_array($methodName, $this->logMethods, true);
    }

    /**
     * Logs what a method has to say, if its messages are asked for.
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
            // A logger that fails must not make a statement fail that the database has already executed.
        }
    }

    /**
     * Logs what an operator has to know, whether or not debug mode is on.
     *
     * @internal
     * @param 'error'|'warning' $level
     */
    public function report(string $level, string $message): void
    {
        try {
            $this->getLogger()->$level($message);
        } catch (Throwable) {
            // A logger that fails must not hide what it was to log.
        }
    }

    /** Notes an executed statement in debug mode. */
    public function executed(string $sql, string $method): void
    {
        if ($this->isInDebugMode()) {
            $this->incrementQueryCount();
            $this->setLastExecutedQuery($sql);
            $this->logMethod($method, $sql);
        }
    }

    /**
     * Calls a function that executes a statement, and notes the statement in debug mode.
     *
     * @param list<mixed>|null $args
     * @return mixed what the function returns
     */
    public function callUserFunctionWithLogging(callable $callback, ?array $args, string $sqlForLog)
    {
        $result = $callback(...($args ?? []));
        $this->executed($sqlForLog, 'execute');

        return $result;
    }

    /** @return 'info'|'warning' the level of what debug mode logs */
    protected function logLevel(): string
    {
        return 'info';
    }

    protected function decorateLogMessage(string $message): string
    {
        return $message;
    }
}
