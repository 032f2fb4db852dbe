<?php

declare(strict_types=1);

namespace Orm\Symfony;

use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\DatabaseUrl;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;

/** Applies the connections of the application's configuration, which replace generated ones. */
final class Connections
{
    /** The adapter for the driver in a DSN. */
    private const ADAPTERS = [
        'mysql' => 'mysql', 'pgsql' => 'pgsql', 'sqlite' => 'sqlite',
        'sqlsrv' => 'sqlsrv', 'dblib' => 'mssql', 'oci' => 'oracle',
    ];

    /** @param array<string, array<string, mixed>> $connections keys `dsn`, `user`, `password`, `adapter`, `replicas` */
    public static function configure(
        StandardServiceContainer $container,
        #[\SensitiveParameter] array $connections,
    ): void {
        foreach ($connections as $name => $given) {
            $adapter = $given['adapter'] ?? self::adapterOf($given);
            if ($adapter !== null) {
                $container->setAdapterClass($name, $adapter);
            }
            $present = $container->hasConnectionManager($name) ? $container->getConnectionManager($name) : null;
            $base = $present instanceof ConnectionManagerSingle ? $present->getConfiguration() ?? [] : [];
            $primary = self::merged($base, $given);
            if (!isset($primary['dsn'])) {
                throw new InvalidArgumentException(sprintf('orm.connections.%s has no dsn', $name));
            }
            if ($primary['dsn'] === '') {
                // The environment variable has no value.
                $manager = new UnavailableConnection($name, new InvalidArgumentException(
                    sprintf('orm.connections.%s: dsn is empty', $name),
                ));
            } elseif (($given['replicas'] ?? []) === []) {
                $manager = new ConnectionManagerSingle($name);
                $manager->setConfiguration($primary);
            } else {
                $manager = new ConnectionManagerPrimaryReplica($name);
                $manager->setWriteConfiguration($primary);
                $manager->setReadConfiguration(array_map(
                    static fn (array $replica): array => self::replica($primary, $replica),
                    $given['replicas'],
                ));
            }
            $container->setConnectionManager($manager);
        }
    }

    /**
     * Returns the configuration of a replica. Servers of one database usually share users, which either URL may
     * contain.
     *
     * @param array<string, mixed> $primary
     * @param array<string, mixed> $given
     * @return array<string, mixed>
     */
    private static function replica(#[\SensitiveParameter] array $primary, #[\SensitiveParameter] array $given): array
    {
        $users = array_intersect_key(DatabaseUrl::expand($primary), ['user' => true, 'password' => true]);
        $own = array_filter(DatabaseUrl::expand($given), static fn (mixed $value): bool => $value !== null);

        return self::merged($primary, $own + (isset($own['user']) ? [] : $users));
    }

    /** @param array<string, mixed> $connection */
    private static function adapterOf(#[\SensitiveParameter] array $connection): ?string
    {
        $driver = strstr((string) (DatabaseUrl::expand($connection)['dsn'] ?? ''), ':', true);

        return self::ADAPTERS[(string) $driver] ?? null;
    }

    /**
     * @param array<string, mixed> $base
     * @param array<string, mixed> $given
     * @return array<string, mixed>
     */
    private static function merged(#[\SensitiveParameter] array $base, #[\SensitiveParameter] array $given): array
    {
        $own = array_filter(
            array_intersect_key($given, ['dsn' => true, 'user' => true, 'password' => true]),
            static fn (mixed $value): bool => $value !== null,
        );
        // Another server has other users; a URL contains the user.
        $replaced = $own + (isset($own['dsn']) ? ['user' => null, 'password' => null] : []);
        // The environment variables that the generated configuration needs for these settings.
        $variables = array_diff_key($base['variables'] ?? [], $replaced);

        return $own + ['variables' => $variables] + array_diff_key($base, $replaced);
    }
}
