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

/** Creates connections from their configuration. */
class ConnectionFactory
{
    /** Whether all connections are opened as profiling connections, regardless of their configuration. */
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
        return ConnectionManagerSingle::connect($configuration, $adapter, $defaultConnectionClass, null);
    }

    /**
     * Returns the message for a connection that cannot be opened. The message of an adapter already says so and
     * contains the location.
     *
     * @internal
     */
    public static function cannotOpen(AdapterException|PDOException $failure): string
    {
        return ($failure instanceof AdapterException ? '' : 'Cannot open the connection: ') . $failure->getMessage();
    }

    /**
     * Logs events of connections that do not exist or are not open.
     *
     * @internal
     * @param 'error'|'warning' $level
     */
    public static function report(string $level, string $message, ?string $name): void
    {
        try {
            Orm::getServiceContainer()->getLogger($name)->$level($message);
        } catch (Throwable) {
            // A failing logger must not hide the event to log.
        }
    }

    private static function reasonOf(Throwable $failure): string
    {
        $reason = $failure->getPrevious();

        return $reason === null ? '' : ' (' . $reason->getMessage() . ')';
    }

    /**
     * Sets the PDO attributes of the connection inside a wrapper.
     *
     * @internal
     * @param array<int|string, mixed> $attributes attributes from the configuration
     */
    public static function setPdoAttributes(ConnectionInterface $connection, array $attributes): void
    {
        self::setAttributes($connection, array_filter($attributes, self::isOfPdo(...), ARRAY_FILTER_USE_KEY));
    }

    /**
     * Logs that a connection cannot be opened, and returns the exception.
     *
     * @internal
     * @param string|null $name the name of the connection whose logger is used
     */
    public static function failure(AdapterException|PDOException $failure, ?string $name): ConnectionException
    {
        $message = self::cannotOpen($failure);
        self::report('error', $message . self::reasonOf($failure), $name);

        return Secrets::hidden(new ConnectionException($message, 0, $failure));
    }

    /**
     * Returns whether an attribute belongs to PDO. Other attributes, such as isSlowOnly, belong to the wrapper, which
     * still has them.
     */
    private static function isOfPdo(int|string $attribute): bool
    {
        return is_int($attribute)
            ? $attribute !== ConnectionWrapper::ORM_ATTR_CACHE_PREPARES
            : is_a((string) strstr((string) PdoConstants::nameOf($attribute), '::', true), PDO::class, true);
    }

    /**
     * @internal
     * @param array<int|string, mixed> $attributes
     */
    public static function setAttributes(ConnectionInterface $connection, array $attributes): void
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
