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

/** Rows of a database cursor. Each execution of its statement returns the next rows. */
final class CursorDataFetcher extends PDODataFetcher
{
    /** Whether the last execution may have unread rows. */
    private bool $open = false;

    /** @param bool $isOwn whether the connection is only used for the cursor */
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

    /** Closes the cursor, so that a loop that ends early releases the rows. */
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
            // A rollback has closed the cursor; closing it again would be an error and abort a transaction.
            $cursors = 'SELECT 1 FROM pg_cursors WHERE name = ' . $this->connection->quote($this->cursor);
            if ($this->connection->query($cursors)->fetchColumn() !== false) {
                $this->connection->exec('CLOSE ' . $this->cursor);
            }
        } catch (PDOException) {
            // The transaction has failed or the connection is lost, and the cursor ends with it.
            return;
        }
    }
}
