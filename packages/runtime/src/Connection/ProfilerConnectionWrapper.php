<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\Profiler;

/** A connection in debug mode that adds time and memory to each log line. */
class ProfilerConnectionWrapper extends ConnectionWrapper
{
    private ?Profiler $profiler = null;
    private bool $slowOnly = false;

    public function setProfiler(Profiler $profiler): void
    {
        $this->profiler = $profiler;
    }

    public function getProfiler(): Profiler
    {
        return $this->profiler ??= Orm::getServiceContainer()->getProfiler();
    }

    public function isInDebugMode(): bool
    {
        return true;
    }

    /** @param int|string $attribute `isSlowOnly`: true logs only slow statements */
    public function setAttribute(int|string $attribute, mixed $value): bool
    {
        if ($attribute === 'isSlowOnly') {
            $this->slowOnly = (bool) $value;

            return true;
        }

        return parent::setAttribute($attribute, $value);
    }

    public function exec(string $statement): int
    {
        $this->getProfiler()->start();

        return parent::exec($statement);
    }

    public function query(string $statement): DataFetcherInterface
    {
        $this->getProfiler()->start();

        return parent::query($statement);
    }

    public function log(string $msg): void
    {
        if (!$this->slowOnly || $this->getProfiler()->isSlow()) {
            parent::log($msg);
        }
    }

    protected function newStatement(string $sql, array $driverOptions): StatementWrapper
    {
        $this->getProfiler()->start();

        return parent::newStatement($sql, $driverOptions);
    }

    protected function createStatementWrapper(string $sql): StatementWrapper
    {
        return new ProfilerStatementWrapper($sql, $this);
    }

    protected function logLevel(): string
    {
        return $this->getProfiler()->isSlow() ? 'warning' : 'info';
    }

    protected function decorateLogMessage(string $message): string
    {
        return $this->getProfiler()->getProfile() . $message;
    }
}
