<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Throwable;

/**
 * Records when a connection was used. An idle connection may be lost, so it is checked before a write. A manager of
 * replicas needs the time of the last write. Connections that need neither have no such object.
 *
 * @internal
 */
final class Liveness
{
    /** The time in nanoseconds without a write after which the connection is checked before the next one. */
    private const IDLE = 50_000_000;

    /** Whether the times of writes are recorded. */
    public bool $notesWrites = false;

    /** The time of the last write since reset(), in nanoseconds of the system's clock; 0: none. */
    public int $writtenAt = 0;

    /** The time when a write was last run or the server last answered a check, in nanoseconds of the system's clock. */
    private int $usedAt = 0;

    public function opened(): void
    {
        $this->usedAt = hrtime(true);
    }

    /**
     * Called before running a statement that must not run twice. Opens another connection if this one was lost while
     * idle. In a transaction, there is nothing to do, because its start has already made sure.
     */
    public function makeReady(ConnectionWrapper $con): void
    {
        $now = hrtime(true);
        if ($this->notesWrites) {
            $this->writtenAt = $now;
        }
        $inside = $con->getWrappedConnection();
        if (
            $con->getNestedTransactionCount() > 0 || $now - $this->usedAt < self::IDLE
            || !$inside instanceof PdoConnection || !$inside->canBeAsked()
        ) {
            $this->usedAt = $now;

            return;
        }
        try {
            $inside->ask();
        } catch (Throwable $failure) {
            $con->loseConnection($failure);
        }
        $this->usedAt = hrtime(true);
    }

    /**
     * Updates the time of the last write at the end of a transaction. Only then are its changes visible to others and
     * sent to replicas.
     */
    public function transactionEnded(): void
    {
        if ($this->writtenAt > 0) {
            $this->writtenAt = hrtime(true);
        }
    }

    /** Resets the times, because much time may pass before the next request. */
    public function reset(): void
    {
        $this->usedAt = 0;
        $this->writtenAt = 0;
    }
}
