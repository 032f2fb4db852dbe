<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Connection\Replication\ReplicatedWrites;
use Orm\Runtime\Connection\Replication\Replication;
use Orm\Runtime\Orm;
use PDOException;

use function is_float;

/**
 * Writes to the primary and reads from one replica, which is picked at random by weight and then kept. Inside a
 * transaction, and after a write until Orm::reset() or for the configured time, everything goes to the primary, because
 * a replica may not have the latest writes yet. A replica that cannot be reached, is lost or is too far behind is
 * skipped for a while. Without any replica, reads go to the primary.
 */
class ConnectionManagerPrimaryReplica implements ConnectionManagerInterface
{
    private const INHERITED = ['classname', 'user', 'password', 'options', 'attributes', 'settings'];

    /** The time in nanoseconds for which an unreachable replica is skipped. */
    private const ASIDE = 30_000_000_000;

    /** The time in nanoseconds for which a replica is skipped that was too far behind. */
    private const BEHIND = 5_000_000_000;

    /** The interval in nanoseconds after which a replica's lag is checked again. */
    private const LAG_KNOWN = 1_000_000_000;

    private ?Sealed $writeConfiguration = null;

    /** @var list<Sealed> */
    private array $readConfigurations = [];
    /** @var ConnectionInterface|null */
    protected $writeConnection = null;
    /** @var ConnectionInterface|null */
    protected $readConnection = null;
    private bool $forcePrimary = false;
    private bool $sticksToPrimary = true;

    /** The number of seconds for which reads go to the primary after a write; null: until Orm::reset(). */
    private ?float $stickySeconds = null;

    /** Checks whether the replica has the latest writes; null: reads go to the primary in either case. */
    private ?ReplicatedWrites $replicatedWrites = null;

    /** The maximum lag, in seconds, of the replica used for reads; null: no limit. */
    private ?float $maxLag = null;

    /** The time of the last lag check, in nanoseconds of the system's clock. */
    private int $lagAskedAt = 0;

    /** The number of the replica used for reads; null: none. */
    private ?int $replica = null;

    /**
     * @var array<int, int> the times until which replicas are skipped, by number, in nanoseconds of the system's clock
     */
    private array $asideUntil = [];

    public function __construct(private string $name)
    {
    }

    public function setName(string $name): void
    {
        $this->name = $name;
    }

    public function getName(): string
    {
        return $this->name;
    }

    /** @param array<string, mixed> $configuration */
    public function setWriteConfiguration(#[\SensitiveParameter] array $configuration): void
    {
        $this->writeConfiguration = new Sealed($configuration);
        $this->closeConnections();
    }

    /** @param list<array<string, mixed>> $configuration */
    public function setReadConfiguration(#[\SensitiveParameter] array $configuration): void
    {
        $this->readConfigurations = array_map(
            static fn (#[\SensitiveParameter] array $replica): Sealed => new Sealed($replica),
            array_values($configuration),
        );
        $this->closeConnections();
    }

    public function isForcePrimaryConnection(): bool
    {
        return $this->forcePrimary;
    }

    public function setForcePrimaryConnection(bool $force): void
    {
        $this->forcePrimary = $force;
    }

    /** The former name of isForcePrimaryConnection(). */
    public function isForceMasterConnection(): bool
    {
        return $this->forcePrimary;
    }

    /** The former name of setForcePrimaryConnection(). */
    public function setForceMasterConnection(bool $force): void
    {
        $this->forcePrimary = $force;
    }

    /**
     * Sets how long reads go to the primary after a write, so that a request reads what it has written.
     *
     * @param bool|float $stick true (the default): until Orm::reset() or the end of the process; a number: for this
     *     many seconds; false: never
     */
    public function setStickToPrimaryAfterWrite(bool|float $stick): void
    {
        $this->sticksToPrimary = $stick !== false;
        $this->stickySeconds = is_float($stick) ? $stick : null;
    }

    /**
     * Makes reads after a write go to the primary only until the replica has received the write, judged by its position
     * in the primary's log. If that position is unknown, reads go to the primary until Orm::reset().
     */
    public function setStickUntilReplicated(bool $stick): void
    {
        $this->replicatedWrites = $stick ? new ReplicatedWrites() : null;
    }

    /** @param float|null $seconds the maximum lag of the replica used for reads; null: no limit */
    public function setMaxLag(?float $seconds): void
    {
        $this->maxLag = $seconds;
        $this->lagAskedAt = 0;
    }

    public function getWriteConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        if ($this->writeConnection === null) {
            $this->writeConnection = ConnectionManagerSingle::open($this->name, $this->primary(), $adapter);
            if ($this->readConfigurations !== [] && $this->writeConnection instanceof ConnectionWrapper) {
                $this->writeConnection->noteWrites();
            }
        }

        return $this->writeConnection;
    }

    public function getReadConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        $write = $this->writeConnection;
        if ($write !== null && ($write->inTransaction() || $this->sticksTo($write))) {
            return $write;
        }
        if ($this->forcePrimary || $this->readConfigurations === []) {
            return $this->getWriteConnection($adapter);
        }
        if ($this->replica === null && $this->readConnection?->inTransaction() === false && $this->replicas() !== []) {
            // Reads went to the primary because no replica could be reached.
            $this->readConnection = null;
        }
        if ($this->maxLag !== null) {
            $this->leaveReplicaBehind();
        }
        $this->readConnection ??= $this->openReplica($adapter) ?? $this->getWriteConnection($adapter);

        return $this->replica === null || $this->replicatedWrites?->isMissingIn($this->readConnection, $write) !== true
            ? $this->readConnection
            : $this->getWriteConnection($adapter);
    }

    public function closeConnections(): void
    {
        Orm::services()->connections->leave($this->getOpenConnections());
        $this->writeConnection = null;
        $this->readConnection = null;
        $this->replica = null;
        $this->asideUntil = [];
    }

    /** @return list<ConnectionInterface> */
    public function getOpenConnections(): array
    {
        return array_values(array_filter([$this->writeConnection, $this->readConnection]));
    }

    /** @return array<string, mixed> the data for dumps, without the configuration, which contains the password */
    public function __debugInfo(): array
    {
        return ['name' => $this->name, 'replicas' => count($this->readConfigurations)];
    }

    /** @return array<string, mixed> */
    private function primary(): array
    {
        return $this->writeConfiguration?->open() ?? [];
    }

    private function sticksTo(ConnectionInterface $write): bool
    {
        // For a connection of another class, it is unknown whether it has written anything.
        if (!$this->sticksToPrimary || !$write instanceof ConnectionWrapper) {
            return $this->sticksToPrimary;
        }
        $at = $write->liveness?->writtenAt ?? 0;

        return $at > 0 && $this->replicatedWrites === null
            && ($this->stickySeconds === null || hrtime(true) - $at < $this->stickySeconds * 1e9);
    }

    /** Checks from time to time whether the current replica is too far behind, and drops it then. */
    private function leaveReplicaBehind(): void
    {
        if (
            $this->replica === null || $this->readConnection === null || $this->readConnection->inTransaction()
            || hrtime(true) - $this->lagAskedAt < self::LAG_KNOWN
        ) {
            return;
        }
        $this->lagAskedAt = hrtime(true);
        $inside = ConnectionWrapper::wrap($this->readConnection)->getWrappedConnection();
        if (!$inside instanceof StandInConnection && !$this->follows($inside, $this->replica)) {
            $this->readConnection = $this->replica = null;
        }
    }

    /** Returns whether a replica is not too far behind; otherwise the replica is skipped for a while. */
    private function follows(ConnectionInterface $inside, int $number): bool
    {
        if ($this->maxLag === null) {
            return true;
        }
        try {
            $lag = Replication::of($inside)->lag($inside);
        } catch (PDOException $failure) {
            $this->leaveAside($number, self::ASIDE, $failure->getMessage());

            return false;
        }
        if ($lag !== null && $lag <= $this->maxLag) {
            return true;
        }
        $reason = $lag === null ? 'it receives nothing from its primary' : "it is $lag seconds behind";
        $this->leaveAside($number, self::BEHIND, $reason);

        return false;
    }

    private function openReplica(?AdapterInterface $adapter): ?ConnectionInterface
    {
        $adapter ??= Orm::getServiceContainer()->getAdapter($this->name);
        foreach ($this->replicas() as $number => $configuration) {
            try {
                $connection = ConnectionManagerSingle::open($this->name, $configuration, $adapter);
            } catch (ConnectionException $failure) {
                // The next replica may be reachable, and the primary has the same rows.
                $this->leaveAside($number, self::ASIDE, $failure->getMessage());
                continue;
            }
            if (!$this->follows(ConnectionWrapper::wrap($connection)->getWrappedConnection(), $number)) {
                continue;
            }
            if ($connection instanceof ConnectionWrapper) {
                $connection->setReconnector(fn (): ConnectionInterface => $this->reopenReplica($adapter));
            }
            $this->readFrom($number);

            return $connection;
        }

        return null;
    }

    /**
     * Opens another replica, or the primary, in place of a lost replica. Also opens the separate connections for
     * cursors.
     */
    private function reopenReplica(AdapterInterface $adapter): ConnectionInterface
    {
        $replicas = $this->replicas();
        $read = $this->readConnection;
        if ($read instanceof ConnectionWrapper && $read->getWrappedConnection() instanceof StandInConnection) {
            // The lost replica is tried last. It may only have closed an idle connection.
            $replicas = array_diff_key($replicas, [$this->replica ?? -1 => true]) + $replicas;
            $this->replica = null;
        }
        foreach ($replicas as $number => $configuration) {
            try {
                $opened = ConnectionManagerSingle::reopen($configuration, $adapter);
            } catch (AdapterException $failure) {
                $this->leaveAside($number, self::ASIDE, $failure->getMessage());
                continue;
            }
            $hasWrites = $this->replicatedWrites?->has($opened, $this->writeConnection) ?? true;
            if (!$hasWrites || !$this->follows($opened, $number)) {
                continue;
            }
            if ($this->replica === null) {
                $this->readFrom($number);
            }

            return $opened;
        }

        return ConnectionManagerSingle::reopen($this->primary(), $adapter);
    }

    private function readFrom(int $number): void
    {
        $this->replica = $number;
        $this->lagAskedAt = hrtime(true);
        $this->replicatedWrites?->replicaChanged();
    }

    private function leaveAside(int $number, int $nanoseconds, string $reason): void
    {
        $this->asideUntil[$number] = hrtime(true) + $nanoseconds;
        ConnectionFactory::report('warning', 'A replica is skipped: ' . $reason, $this->name);
    }

    /**
     * @return array<int, array<string, mixed>> the complete configurations of the replicas that are not skipped, by
     *     number, in random order: a replica comes first in proportion to its weight
     */
    private function replicas(): array
    {
        $inherited = array_intersect_key($this->primary(), array_flip(self::INHERITED));
        $now = hrtime(true);
        $places = [];
        foreach ($this->readConfigurations as $number => $replica) {
            if (($this->asideUntil[$number] ?? 0) <= $now) {
                // Among exponentially distributed random numbers, each is the smallest in proportion to its rate.
                $rate = max(1, (int) ($replica->open()['weight'] ?? 1));
                $places[$number] = -log(random_int(1, PHP_INT_MAX) / PHP_INT_MAX) / $rate;
            }
        }
        asort($places);
        $replicas = [];
        foreach ($places as $number => $_) {
            $replicas[$number] = $this->readConfigurations[$number]->open() + $inherited;
        }

        return $replicas;
    }
}
