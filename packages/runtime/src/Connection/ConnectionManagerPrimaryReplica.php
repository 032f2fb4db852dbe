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
 * Writes go to the primary, reads to one replica picked at random by its weight and then kept. Inside a transaction,
 * and after a write until Orm::reset() or for the configured time, everything goes to the primary: a replica may not
 * have yet what was written. A replica that cannot be reached, is lost or is too far behind is not used for a while;
 * without any replica, reads go to the primary.
 */
class ConnectionManagerPrimaryReplica implements ConnectionManagerInterface
{
    private const INHERITED = ['classname', 'user', 'password', 'options', 'attributes', 'settings'];

    /** For how many nanoseconds a replica that could not be reached is not tried again. */
    private const ASIDE = 30_000_000_000;

    /** The same for one that was too far behind. */
    private const BEHIND = 5_000_000_000;

    /** After how many nanoseconds a replica is asked again how far behind it is. */
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

    /** For how many seconds reads go to the primary after a write; null: until Orm::reset(). */
    private ?float $stickySeconds = null;

    /** Checks whether the replica has what was written; null: reads go to the primary whether or not it has. */
    private ?ReplicatedWrites $replicatedWrites = null;

    /** By how many seconds a replica that is read from may be behind; null: without limit. */
    private ?float $maxLag = null;

    /** When the replica was asked how far behind it is: nanoseconds of the system's clock. */
    private int $lagAskedAt = 0;

    /** The number of the replica that is read from; null: none. */
    private ?int $replica = null;

    /** @var array<int, int> until when replicas are left aside, by their number: nanoseconds of the system's clock */
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

    /** The old name of isForcePrimaryConnection(). */
    public function isForceMasterConnection(): bool
    {
        return $this->forcePrimary;
    }

    /** The old name of setForcePrimaryConnection(). */
    public function setForceMasterConnection(bool $force): void
    {
        $this->forcePrimary = $force;
    }

    /**
     * Sets how long reads go to the primary after a write, so that a request reads what it has written.
     *
     * @param bool|float $stick true, which is the default: until Orm::reset(), or the end of the process; a number: for
     *     so many seconds; false: not at all
     */
    public function setStickToPrimaryAfterWrite(bool|float $stick): void
    {
        $this->sticksToPrimary = $stick !== false;
        $this->stickySeconds = is_float($stick) ? $stick : null;
    }

    /**
     * After a write, lets reads go to the primary only until the replica has what was written, by its position in the
     * primary's log. Where that position is unknown, reads go to the primary until Orm::reset().
     */
    public function setStickUntilReplicated(bool $stick): void
    {
        $this->replicatedWrites = $stick ? new ReplicatedWrites() : null;
    }

    /** @param float|null $seconds by how many a replica that is read from may be behind; null: without limit */
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
            // The primary was read from, as no replica could be reached.
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

    /** @return array<string, mixed> what dumps show: no configuration, it holds the password */
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
        // It is unknown what a connection of another class was used for.
        if (!$this->sticksToPrimary || !$write instanceof ConnectionWrapper) {
            return $this->sticksToPrimary;
        }
        $at = $write->liveness?->writtenAt ?? 0;

        return $at > 0 && $this->replicatedWrites === null
            && ($this->stickySeconds === null || hrtime(true) - $at < $this->stickySeconds * 1e9);
    }

    /** Checks from time to time how far behind the replica is that is read from. */
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

    /** Whether a replica is not too far behind; else it is left aside. */
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
                // The next one may answer, and in the end the primary holds the same rows.
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

    /** A replica that died is replaced by another one, or by the primary. Cursors have a connection of their own too. */
    private function reopenReplica(AdapterInterface $adapter): ConnectionInterface
    {
        $replicas = $this->replicas();
        $read = $this->readConnection;
        if ($read instanceof ConnectionWrapper && $read->getWrappedConnection() instanceof StandInConnection) {
            // The one that was lost comes last: it may only have closed a connection that was idle.
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
     * @return array<int, array<string, mixed>> the complete configurations of the replicas that are not left aside, by
     *     their numbers, in random order: the more weight, the more often the first
     */
    private function replicas(): array
    {
        $inherited = array_intersect_key($this->primary(), array_flip(self::INHERITED));
        $now = hrtime(true);
        $places = [];
        foreach ($this->readConfigurations as $number => $replica) {
            if (($this->asideUntil[$number] ?? 0) <= $now) {
                // Of random numbers with exponential distributions, each is the least as often as its rate says.
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
