<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use Throwable;

/** Turns the configuration of a connection into a connection. */
class ConnectionFactory
{
    /** Whether connections are opened as profiling ones, whatever their configuration says. */
    public static bool $useProfilerConnection = false;

    /**
     * @param array<string, mixed> $configuration
     * @param class-string<ConnectionWrapper> $defaultConnectionClass
     */
    public static function create(
        #[\SensitiveParameter] array $configuration,
        AdapterInterface $adapter,
        string $defaultConnectionClass = ConnectionWrapper::class,
    ): ConnectionInterface {
        return self::connect($configuration, $adapter, $defaultConnectionClass, null);
    }

    /**
     * @param array<string, mixed> $configuration
     * @param class-string<ConnectionWrapper> $defaultClass
     * @param string|null $name the datasource whose logger is to know of failures
     */
    private static function connect(
        #[\SensitiveParameter] array $configuration,
        AdapterInterface $adapter,
        string $defaultClass,
        ?string $name,
    ): ConnectionInterface {
        $class = self::$useProfilerConnection
            ? ProfilerConnectionWrapper::class
            : ($configuration['classname'] ?? $defaultClass);
        if (!class_exists($class)) {
            throw new InvalidArgumentException(sprintf('Connection class "%s" does not exist', $class));
        }
        try {
            $opened = $adapter->getConnection($configuration);
            $connection = new $class($opened);
            self::setAttributes($connection, $configuration['attributes'] ?? []);
        } catch (AdapterException | PDOException $failure) {
            $message = self::cannotOpen($failure);
            self::report('error', $message . self::reasonOf($failure), $name);
            throw new ConnectionException($message, 0, $failure);
        }
        if ($connection instanceof ConnectionWrapper) {
            $connection->setReconnector(
                static fn (): ConnectionInterface => self::reopen($configuration, $adapter),
            );
        }

        return $connection;
    }

    /** @internal an adapter has said already that it cannot connect, and where to */
    public static function cannotOpen(AdapterException|PDOException $failure): string
    {
        return ($failure instanceof AdapterException ? '' : 'Cannot open the connection: ') . $failure->getMessage();
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
     * The bare connection under a wrapper, opened again.
     *
     * @internal
     * @param array<string, mixed> $configuration
     */
    public static function reopen(
        #[\SensitiveParameter] array $configuration,
        AdapterInterface $adapter,
    ): ConnectionInterface {
        $opened = $adapter->getConnection($configuration);
        self::setAttributes(
            $opened,
            array_filter($configuration['attributes'] ?? [], self::isOfPdo(...), ARRAY_FILTER_USE_KEY),
        );

        return $opened;
    }

    /**
     * Logs what happens to connections that do not exist.
     *
     * @internal
     * @param 'error'|'warning' $level
     */
    public static function report(string $level, string $message, ?string $name): void
    {
        try {
            Orm::getServiceContainer()->getLogger($name)->$level($message);
        } catch (Throwable) {
            // A logger that fails must not hide what it was to log.
        }
    }

    private static function reasonOf(Throwable $failure): string
    {
        $reason = $failure->getPrevious();

        return $reason === null ? '' : ' (' . $reason->getMessage() . ')';
    }

    /** Other attributes, such as isSlowOnly, are those of the wrapper, which still has them. */
    private static function isOfPdo(int|string $attribute): bool
    {
        return is_int($attribute)
            ? $attribute !== ConnectionWrapper::ORM_ATTR_CACHE_PREPARES
            : is_a((string) strstr((string) PdoConstants::nameOf($attribute), '::', true), PDO::class, true);
    }

    /** @param array<int|string, mixed> $attributes */
    private static function setAttributes(ConnectionInterface $connection, array $attributes): void
    {
        foreach ($attributes as $attribute => $value) {
            if ($connection instanceof ConnectionWrapper || !str_contains((string) $attribute, 'ORM_ATTR_')) {
                $connection->setAttribute($attribute, self::attributeValue($value));
            }
        }
    }

    private static function attributeValue(mixed $value): mixed
    {
        if (!is_string($value) || !str_contains($value, '::')) {
            return $value;
        }

        return PdoConstants::valueOf($value) ?? throw new InvalidArgumentException(
            sprintf('Unknown constant "%s" in the connection attributes', $value),
        );
    }
}
