<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Orm;
use PDOException;

/**
 * Manages a single connection for reading and writing, which is opened on first use. Other managers use its static
 * methods to open connections.
 */
class ConnectionManagerSingle implements ConnectionManagerInterface
{
    /**
     * The sandbox of a console, which all connections enter; null: none.
     *
     * @internal
     */
    public static ?Sandbox $sandbox = null;

    private ?Sealed $configuration = null;
    /** @var ConnectionInterface|null */
    protected $connection = null;

    public function __construct(private string $name)
    {
    }

    public function setName(string $name): void
    {
        $this->name = $name;
        Orm::services()->connections->open = [];
    }

    public function getName(): string
    {
        return $this->name;
    }

    /** @param array<string, mixed>|null $configuration */
    public function setConfiguration(#[\SensitiveParameter] ?array $configuration): void
    {
        $this->configuration = $configuration === null ? null : new Sealed($configuration);
        $this->closeConnections();
    }

    /** @return array<string, mixed>|null */
    public function getConfiguration(): ?array
    {
        return $this->configuration?->open();
    }

    /** Sets a connection to use instead of the configured one. */
    public function setConnection(ConnectionInterface $connection): void
    {
        $this->configuration = null;
        $connection->setName($this->name);
        $this->closeConnections();
        $this->connection = $connection;
    }

    public function getWriteConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        return $this->connection ??= self::open($this->name, $this->getConfiguration() ?? [], $adapter);
    }

    public function getReadConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        return $this->connection ?? $this->getWriteConnection($adapter);
    }

    public function closeConnections(): void
    {
        if ($this->connection !== null) {
            Orm::services()->connections->leave([$this->connection]);
            $this->connection = null;
        }
    }

    /** @return list<ConnectionInterface> */
    public function getOpenConnections(): array
    {
        return $this->connection === null ? [] : [$this->connection];
    }

    /** @return array<string, mixed> the data for dumps, without the configuration, which contains the password */
    public function __debugInfo(): array
    {
        return ['name' => $this->name, 'open' => $this->connection !== null];
    }

    /**
     * @internal
     * @param array<string, mixed> $configuration
     */
    public static function open(
        string $name,
        #[\SensitiveParameter] array $configuration,
        ?AdapterInterface $adapter,
    ): ConnectionInterface {
        $adapter ??= Orm::getServiceContainer()->getAdapter($name);
        $connection = self::connect($configuration, $adapter, ConnectionWrapper::class, $name);
        $connection->setName($name);

        return $connection;
    }

    /**
     * Opens a connection, for ConnectionFactory::create() and for all connection managers.
     *
     * @internal
     * @param array<string, mixed> $configuration
     * @param class-string<ConnectionWrapper> $defaultClass
     * @param string|null $name the name of the connection whose logger gets failures
     */
    public static function connect(
        #[\SensitiveParameter] array $configuration,
        AdapterInterface $adapter,
        string $defaultClass,
        ?string $name,
    ): ConnectionInterface {
        foreach ($configuration['variables'] ?? [] as $key => $variables) {
            foreach ($variables as $variable) {
                if (getenv($variable) === false) {
                    throw new InvalidArgumentException(sprintf(
                        'The environment variable %s is not set; "%s"%s needs it',
                        $variable,
                        $key,
                        $name === null ? '' : sprintf(' of the connection "%s"', $name),
                    ));
                }
            }
        }
        // The switch can only be on if its class is loaded.
        $profiles = class_exists(ConnectionFactory::class, false) && ConnectionFactory::$useProfilerConnection;
        $class = $profiles
            ? ProfilerConnectionWrapper::class
            : ($configuration['classname'] ?? $defaultClass);
        if (!class_exists($class)) {
            throw new InvalidArgumentException(sprintf('Connection class "%s" does not exist', $class));
        }
        self::$sandbox?->refuseToOpen(false);
        try {
            $opened = $adapter->getConnection($configuration);
            $connection = new $class($opened);
            if (($configuration['attributes'] ?? []) !== []) {
                ConnectionFactory::setAttributes($connection, $configuration['attributes']);
            }
        } catch (AdapterException | PDOException $failure) {
            throw ConnectionFactory::failure($failure, $name);
        }
        if ($connection instanceof ConnectionWrapper) {
            $sealed = new Sealed($configuration);
            $connection->setReconnector(
                static fn (): ConnectionInterface => self::reopen($sealed->open(), $adapter),
            );
        }
        self::$sandbox?->enter($connection, $name);

        return $connection;
    }

    /**
     * Reopens the connection inside a wrapper.
     *
     * @internal
     * @param array<string, mixed> $configuration
     */
    public static function reopen(
        #[\SensitiveParameter] array $configuration,
        AdapterInterface $adapter,
    ): ConnectionInterface {
        self::$sandbox?->refuseToOpen(true);
        $opened = $adapter->getConnection($configuration);
        if (($configuration['attributes'] ?? []) !== []) {
            ConnectionFactory::setPdoAttributes($opened, $configuration['attributes']);
        }

        return $opened;
    }
}
