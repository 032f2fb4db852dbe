<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Orm;
use PDOStatement;

/**
 * A connection of a class of the application that is not ours, as the library uses connections. It has its own
 * transactions, which those of the library join; no statement of it is kept, and what is rolled back on it is not taken
 * back in memory.
 *
 * @internal
 */
final class ForeignConnection extends ConnectionWrapper
{
    /** How many of the library's transactions are parts of the one that is open. */
    private int $joined = 0;

    /** Whether one of them was rolled back. */
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
        // The application may have ended a transaction that those of the library were parts of.
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
