<?php

declare(strict_types=1);

namespace Orm\Runtime\DataFetcher;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ForkGuard;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\StatementInterface;
use PDOException;
use PDOStatement;
use Throwable;

/** Rows of a cursor, which its statement gives out some at a time, each time that it is executed. */
final class CursorDataFetcher extends PDODataFetcher
{
    /** Whether rows of the last execution may be left. */
    private bool $open = false;

    /** @param bool $isOwn whether the connection is there for the cursor only */
    public function __construct(
        PDOStatement|StatementInterface $dataObject,
        ConnectionInterface $connection,
        private readonly string $cursor,
        private readonly bool $isOwn,
    ) {
        parent::__construct($dataObject, $connection);
    }

    public function fetch(?int $style = null)
    {
        $row = $this->open ? parent::fetch($style) : null;
        if ($row === null && $this->dataObject !== null) {
            if ($this->isOfParent()) {
                throw ForkGuard::refusal();
            }
            try {
                $this->dataObject->execute();
            } catch (Throwable $failure) {
                throw $this->failure($failure);
            }
            $row = parent::fetch($style);
            $this->open = $row !== null;
        }

        return $row;
    }

    public function fetchAll(
        ?int $style = null,
        mixed $fetchArgument = null,
        array $constructorArguments = [],
    ): array {
        $rows = [];
        while (($row = $this->fetch($style)) !== null) {
            $rows[] = $row;
        }

        return $rows;
    }

    public function fetchColumn(?int $index = null)
    {
        return AbstractDataFetcher::fetchColumn($index);
    }

    public function close(): void
    {
        if ($this->dataObject === null) {
            return;
        }
        parent::close();
        if ($this->isOfParent()) {
            return;
        }
        if (!$this->isOwn) {
            $this->closeCursor();
        } elseif ($this->connection->inTransaction()) {
            $this->connection->rollBack();
        }
    }

    /** A loop that ends early releases the rows. */
    public function __destruct()
    {
        $this->close();
    }

    private function isOfParent(): bool
    {
        return $this->connection instanceof PdoConnection && $this->connection->leaveIfOfParent();
    }

    private function closeCursor(): void
    {
        try {
            // A rollback has closed it; to close it again would be an error, and fail a transaction.
            $cursors = 'SELECT 1 FROM pg_cursors WHERE name = ' . $this->connection->quote($this->cursor);
            if ($this->connection->query($cursors)->fetchColumn() !== false) {
                $this->connection->exec('CLOSE ' . $this->cursor);
            }
        } catch (PDOException) {
            // The transaction has failed, or the connection is lost: the cursor is gone or goes with them.
            return;
        }
    }
}
