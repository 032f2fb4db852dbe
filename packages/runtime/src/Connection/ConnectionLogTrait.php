<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Orm;
use Throwable;

/** Debug mode of a connection: counts statements, remembers the last one and logs. */
trait ConnectionLogTrait
{
    private ?bool $debug = null;
    private int $queryCount = 0;
    private string $lastExecutedQuery = '';

    /** @var \Psr\Log\LoggerInterface|null */
    private ?object $logger = null;

    /** @var list<string> */
    private array $logMethods = ['exec', 'query', 'execute'];

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
     * Logs what an operator has to know, in debug mode or not.
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

    abstract public function clearStatementCache(): void;

    abstract public function getName(): ?string;
}
