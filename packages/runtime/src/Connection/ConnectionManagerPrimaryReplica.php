<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Orm;

/**
 * Writes go to the primary, reads to one replica picked at random and then kept, except inside a transaction: there
 * everything goes to the primary. A replica that cannot be reached is left out; without any, the primary answers.
 */
class ConnectionManagerPrimaryReplica implements ConnectionManagerInterface
{
    private const INHERITED = ['classname', 'user', 'password', 'options', 'attributes', 'settings'];

    /** @var array<string, mixed> */
    private array $writeConfiguration = [];

    /** @var list<array<string, mixed>> */
    private array $readConfiguration = [];
    private ?ConnectionInterface $writeConnection = null;
    private ?ConnectionInterface $readConnection = null;
    private bool $forcePrimary = false;
    private bool $stickToPrimary = false;

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
        $this->writeConfiguration = $configuration;
        $this->closeConnections();
    }

    /** @param list<array<string, mixed>> $configuration */
    public function setReadConfiguration(#[\SensitiveParameter] array $configuration): void
    {
        $this->readConfiguration = array_values($configuration);
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

    /** Opt-in: once the primary was used for writing, later reads of this process go there too. */
    public function setStickToPrimaryAfterWrite(bool $stick): void
    {
        $this->stickToPrimary = $stick;
    }

    public function getWriteConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        return $this->writeConnection ??= ConnectionFactory::open($this->name, $this->writeConfiguration, $adapter);
    }

    public function getReadConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        $write = $this->writeConnection;
        if ($write !== null && ($this->stickToPrimary || $write->inTransaction())) {
            return $write;
        }
        if ($this->forcePrimary || $this->readConfiguration === []) {
            return $this->getWriteConnection($adapter);
        }

        return $this->readConnection ??= $this->openReplica($adapter) ?? $this->getWriteConnection($adapter);
    }

    public function closeConnections(): void
    {
        OpenConnections::leave($this->getOpenConnections());
        $this->writeConnection = null;
        $this->readConnection = null;
    }

    /** @return list<ConnectionInterface> */
    public function getOpenConnections(): array
    {
        return array_values(array_filter([$this->writeConnection, $this->readConnection]));
    }

    /** @return array<string, mixed> what dumps show: no configuration, it holds the password */
    public function __debugInfo(): array
    {
        return ['name' => $this->name, 'replicas' => count($this->readConfiguration)];
    }

    private function openReplica(?AdapterInterface $adapter): ?ConnectionInterface
    {
        $adapter ??= Orm::getServiceContainer()->getAdapter($this->name);
        foreach ($this->replicas() as $configuration) {
            try {
                $connection = ConnectionFactory::open($this->name, $configuration, $adapter);
            } catch (ConnectionException) {
                ConnectionFactory::report('warning', 'A replica is left out', $this->name);
                // The next one may answer, and in the end the primary holds the same rows.
                continue;
            }
            if ($connection instanceof ConnectionWrapper) {
                $connection->setReconnector(fn (): ConnectionInterface => $this->reopenReplica($adapter));
            }

            return $connection;
        }

        return null;
    }

    /** A replica that died may be replaced by another one, or by the primary. */
    private function reopenReplica(AdapterInterface $adapter): ConnectionInterface
    {
        foreach ($this->replicas() as $configuration) {
            try {
                return ConnectionFactory::reopen($configuration, $adapter);
            } catch (AdapterException $failure) {
                ConnectionFactory::report('warning', 'A replica is left out: ' . $failure->getMessage(), $this->name);
                continue;
            }
        }

        return ConnectionFactory::reopen($this->writeConfiguration, $adapter);
    }

    /** @return list<array<string, mixed>> the configurations of the replicas, complete and in random order */
    private function replicas(): array
    {
        $inherited = array_intersect_key($this->writeConfiguration, array_flip(self::INHERITED));
        $replicas = array_map(static fn (array $replica): array => $replica + $inherited, $this->readConfiguration);
        shuffle($replicas);

        return $replicas;
    }
}
