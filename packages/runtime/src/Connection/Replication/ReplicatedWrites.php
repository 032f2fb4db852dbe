<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Replication;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Connection\StandInConnection;
use PDOException;

/**
 * Checks whether a replica has received what was written to its primary since Orm::reset().
 *
 * @internal
 */
final class ReplicatedWrites
{
    /** The interval in nanoseconds after which a replica is checked again. */
    private const ASK_AGAIN = 10_000_000;

    /** The time of the last write whose position was determined. */
    private int $positionOf = 0;

    /** The position of that write in the primary's log; null: unknown. */
    private ?string $position = null;

    /** The time of the last check of the current replica, in nanoseconds of the system's clock. */
    private int $askedAt = 0;

    /** The time of the last write that the replica has received. */
    private int $replicated = 0;

    public function replicaChanged(): void
    {
        $this->askedAt = $this->replicated = 0;
    }

    /**
     * Returns whether the current replica lacks writes. It is checked from time to time, and counts as lacking them
     * until a check succeeds.
     */
    public function isMissingIn(ConnectionInterface $replica, ?ConnectionInterface $primary): bool
    {
        $at = self::lastWrite($primary);
        $inside = ConnectionWrapper::wrap($replica)->getWrappedConnection();
        // A lost replica is replaced by the next statement, after the same check.
        if ($at === 0 || $at === $this->replicated || $inside instanceof StandInConnection) {
            return false;
        }
        $now = hrtime(true);
        if ($now - $this->askedAt < self::ASK_AGAIN) {
            return true;
        }
        $this->askedAt = $now;
        if (!$this->has($inside, $primary)) {
            return true;
        }
        $this->replicated = $at;

        return false;
    }

    public function has(ConnectionInterface $replica, ?ConnectionInterface $primary): bool
    {
        $at = self::lastWrite($primary);
        if ($primary === null || $at === 0) {
            return true;
        }
        try {
            $replication = Replication::of($replica);
            if ($at !== $this->positionOf) {
                $this->position = $replication->position(ConnectionWrapper::wrap($primary)->getWrappedConnection());
                $this->positionOf = $at;
            }

            return $this->position !== null && $replication->hasReached($replica, $this->position);
        } catch (PDOException | ConnectionException) {
            return false;
        }
    }

    private static function lastWrite(?ConnectionInterface $primary): int
    {
        return $primary instanceof ConnectionWrapper ? $primary->liveness?->writtenAt ?? 0 : 0;
    }
}
