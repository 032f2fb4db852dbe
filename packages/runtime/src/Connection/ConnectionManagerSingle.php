<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Orm;

/** One connection, opened on first use, for reading and writing. */
class ConnectionManagerSingle implements ConnectionManagerInterface
{
    /** @var array<string, mixed>|null */
    private ?array $configuration = null;
    private ?ConnectionInterface $connection = null;

    public function __construct(private string $name)
    {
    }

    public function setName(string $name): void
    {
        $this->name = $name;
        Orm::state()->openConnections = [];
    }

    public function getName(): string
    {
        return $this->name;
    }

    /** @param array<string, mixed>|null $configuration */
    public function setConfiguration(#[\SensitiveParameter] ?array $configuration): void
    {
        $this->configuration = $configuration;
        $this->closeConnections();
    }

    /** @return array<string, mixed>|null */
    public function getConfiguration(): ?array
    {
        return $this->configuration;
    }

    /** The given connection replaces what the configuration describes. */
    public function setConnection(ConnectionInterface $connection): void
    {
        $this->configuration = null;
        $connection->setName($this->name);
        $this->closeConnections();
        $this->connection = $connection;
    }

    public function getWriteConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        return $this->connection ??= ConnectionFactory::open($this->name, $this->configuration ?? [], $adapter);
    }

    public function getReadConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        return $this->connection ?? $this->getWriteConnection($adapter);
    }

    public function closeConnections(): void
    {
        Orm::state()->leaveConnections($this->getOpenConnections());
        $this->connection = null;
    }

    /** @return list<ConnectionInterface> */
    public function getOpenConnections(): array
    {
        return $this->connection === null ? [] : [$this->connection];
    }

    /** @return array<string, mixed> what dumps show: no configuration, it holds the password */
    public function __debugInfo(): array
    {
        return ['name' => $this->name, 'open' => $this->connection !== null];
    }
}
