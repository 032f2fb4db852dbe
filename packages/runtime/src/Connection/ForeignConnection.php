<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Orm;
use PDOStatement;

/**
 * Wraps a connection class from outside the library. The connection has its own transactions, which those of the
 * library join. Its statements are not cached, and a rollback does not revert objects in memory.
 *
 * @internal
 */
final class ForeignConnection extends ConnectionWrapper
{
    /** The number of the library's transactions that joined the open one. */
    private int $joined = 0;

    /** Whether a joined transaction was rolled back. */
    private bool $hasFailed = false;

    public function __construct(ConnectionInterface $connection)
    {
        parent::__construct($connection);
        $name = $connection->getName();
        if ($name !== null) {
            $this->setName($name);
        }
    }

    public function beginTransaction(): bool
    {
        if ($this->getWrappedConnection()->inTransaction()) {
            $this->joined++;

            return true;
        }
        // The application may have ended a transaction that the library's transactions had joined.
        $this->joined = 0;
        $this->hasFailed = false;

        return $this->getWrappedConnection()->beginTransaction();
    }

    public function beginSave(): void
    {
        $this->beginTransaction();
    }

    public function commit(): bool
    {
        if ($this->joined > 0) {
            $this->joined--;

            return true;
        }
        if ($this->hasFailed) {
            throw new RollbackException('Cannot commit: a nested transaction was rolled back');
        }

        return $this->getWrappedConnection()->commit();
    }

    public function rollBack(): bool
    {
        if ($this->joined > 0) {
            $this->joined--;

            return $this->hasFailed = true;
        }

        return $this->getWrappedConnection()->rollBack();
    }

    public function isInTransaction(): bool
    {
        return $this->getWrappedConnection()->inTransaction();
    }

    public function followsTransactions(): bool
    {
        return false;
    }

    public function acquireStatement(string $sql): PDOStatement|StatementInterface
    {
        return $this->recordable($sql, $this->getWrappedConnection()->prepare($sql));
    }

    public function useStatement(string $sql): PDOStatement|StatementInterface
    {
        return $this->recordable($sql, $this->getWrappedConnection()->prepare($sql));
    }

    public function releaseStatement(string $sql, PDOStatement|StatementInterface $statement, array $bound = []): void
    {
    }

    public function reset(): void
    {
        $inside = $this->getWrappedConnection();
        $isOfParent = $inside instanceof PdoConnection && $inside->leaveIfOfParent();
        if (!$isOfParent && $inside->inTransaction()) {
            $inside->rollBack();
        }
    }

    protected function open(array $options): void
    {
        $this->beginTransaction();
    }

    private function recordable(
        string $sql,
        PDOStatement|StatementInterface $statement,
    ): PDOStatement|StatementInterface {
        if (Orm::$connections?->queryLog === null || !$statement instanceof PDOStatement) {
            return $statement;
        }
        $wrapper = $this->createStatementWrapper($sql);
        $wrapper->setStatement($statement);

        return $wrapper;
    }
}
