<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Throwable;

/**
 * Knows when a connection was used: one that was idle may be lost, and is checked before a write. A manager of replicas
 * needs the time of the last write. Connections that need neither have no such object.
 *
 * @internal
 */
final class Liveness
{
    /** After how many nanoseconds without a write the connection is checked before the next one. */
    private const IDLE = 50_000_000;

    /** Whether the times of writes are remembered. */
    public bool $notesWrites = false;

    /** When it was written to since reset() the last time: nanoseconds of the system's clock; 0: not at all. */
    public int $writtenAt = 0;

    /** When a write was sent, or the server answered a question, the last time: nanoseconds of the system's clock. */
    private int $usedAt = 0;

    public function opened(): void
    {
        $this->usedAt = hrtime(true);
    }

    /**
     * To be called before a statement is sent that must not be sent twice: opens another connection if this one was
     * lost while it was idle. In a transaction there is nothing to do, as its begin has found out.
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

    /** What a transaction has written is there for others, and on its way to replicas, from its end on. */
    public function transactionEnded(): void
    {
        if ($this->writtenAt > 0) {
            $this->writtenAt = hrtime(true);
        }
    }

    /** Much time may pass before the next request. */
    public function reset(): void
    {
        $this->usedAt = 0;
        $this->writtenAt = 0;
    }
}
