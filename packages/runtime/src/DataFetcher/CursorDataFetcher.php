<?php

declare(strict_types=1);

namespace Orm\Runtime\DataFetcher;

/** Rows of a cursor, which its statement gives out some at a time, each time that it is executed. */
final class CursorDataFetcher extends PDODataFetcher
{
    /** Whether rows of the last execution may be left. */
    private bool $open = false;

    public function fetch(): ?array
    {
        $row = $this->open ? parent::fetch() : null;
        if ($row === null && $this->dataObject !== null) {
            $this->dataObject->execute();
            $row = parent::fetch();
            $this->open = $row !== null;
        }

        return $row;
    }

    public function fetchColumn(?int $index = null): mixed
    {
        $row = $this->fetch();

        return $row === null ? false : array_values($row)[$index ?? 0] ?? null;
    }

    public function close(): void
    {
        parent::close();
        if ($this->connection?->inTransaction()) {
            $this->connection->rollBack();
        }
    }
}
