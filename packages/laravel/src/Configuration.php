<?php

declare(strict_types=1);

namespace Orm\Laravel;

use Illuminate\Support\ConfigurationUrlParser;
use InvalidArgumentException;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\DatabaseUrl;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\ServiceContainerInterface;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Util\Suggestion;
use WeakMap;

/** Passes the connections of config/orm.php and config/database.php to the runtime. */
final class Configuration
{
    /** The Orm adapters by the drivers of config/database.php. */
    private const ADAPTERS = [
        'mariadb' => 'mysql', 'mysql' => 'mysql', 'pgsql' => 'pgsql', 'sqlite' => 'sqlite', 'sqlsrv' => 'mssql',
    ];

    /** @var WeakMap<ServiceContainerInterface, string>|null */
    private static ?WeakMap $loaded = null;

    /** @var array<string, true> names of connections to another database than in orm.yaml */
    private static array $replaced = [];

    /**
     * Loads the configuration. Tests create an application per test, so an unchanged configuration is loaded once and
     * connections stay open.
     *
     * @param array<string, mixed> $settings config/orm.php
     * @param array<string, array<string, mixed>> $databases the connections of config/database.php
     */
    public static function load(#[\SensitiveParameter] array $settings, #[\SensitiveParameter] array $databases): void
    {
        $file = (string) ($settings['config'] ?? '');
        $connections = array_filter($settings['connections'] ?? [], static fn (mixed $one): bool => $one !== null);
        $container = Orm::getStandardServiceContainer();
        $state = hash('sha256', serialize([$file, filemtime($file), $connections, $databases]));
        self::$loaded ??= new WeakMap();
        if ((self::$loaded[$container] ?? null) === $state) {
            return;
        }
        Orm::init($file);
        self::$replaced = [];
        foreach ($connections as $name => $connection) {
            self::connect($container, (string) $name, $connection, $databases);
        }
        self::$loaded[$container] = $state;
    }

    /** @param array<string, array<string, mixed>> $databases */
    private static function connect(
        StandardServiceContainer $container,
        string $name,
        #[\SensitiveParameter] mixed $connection,
        #[\SensitiveParameter] array $databases,
    ): void {
        $known = array_keys($container->getConnectionManagers());
        if (!in_array($name, $known, true)) {
            throw new InvalidArgumentException(sprintf(
                'config/orm.php: orm.yaml has no connection "%s"%s',
                $name,
                Suggestion::text($name, $known),
            ));
        }
        $adapter = $container->getAdapterClass($name);
        $own = match (true) {
            is_array($connection) => $connection,
            is_string($connection) => self::ofLaravel($name, $connection, $adapter, $databases),
            default => throw new InvalidArgumentException(sprintf(
                'config/orm.php: the connection "%s" must be an array, a URL or a name of config/database.php',
                $name,
            )),
        };
        self::checkDriver($name, $adapter, $own['dsn'] ?? null);
        $replicas = $own['replicas'] ?? null;
        unset($own['replicas']);
        $former = $container->getConnectionManager($name);
        $generated = $former instanceof ConnectionManagerSingle ? $former->getConfiguration() ?? [] : [];
        if (!isset($own['dsn'])) {
            // Only some settings are given; the others come from orm.yaml.
            if (!$former instanceof ConnectionManagerSingle) {
                throw new InvalidArgumentException(
                    sprintf('config/orm.php: the connection "%s" has replicas and needs a dsn', $name),
                );
            }
            $own += $generated;
        } else {
            // Settings of another server are not merged: its user, and the variables that orm.yaml reads.
            $own += array_diff_key($generated, ['dsn' => 1, 'user' => 1, 'password' => 1, 'variables' => 1]);
        }
        $own = array_filter($own, static fn (mixed $value): bool => $value !== null);
        if ($replicas === null || $replicas === []) {
            $manager = new ConnectionManagerSingle($name);
            $manager->setConfiguration($own);
        } else {
            $manager = new ConnectionManagerPrimaryReplica($name);
            $manager->setWriteConfiguration($own);
            $manager->setReadConfiguration(array_values($replicas));
        }
        $container->setConnectionManager($manager);
        if (self::target($own) !== self::target($generated)) {
            self::$replaced[$name] = true;
        }
    }

    /** @return list<string> names of connections to another database than in orm.yaml, which Node commands use */
    public static function replaced(): array
    {
        return array_map('strval', array_keys(self::$replaced));
    }

    /**
     * @param array<string, mixed> $configuration
     * @return list<mixed> database and user
     */
    private static function target(#[\SensitiveParameter] array $configuration): array
    {
        ['dsn' => $dsn, 'user' => $user] = DatabaseUrl::expand($configuration) + ['dsn' => '', 'user' => null];
        if (str_starts_with($dsn, 'sqlite:')) {
            return [realpath(substr($dsn, 7)) ?: $dsn];
        }
        $parts = explode(';', (string) preg_replace('/^\w+:/', '', $dsn));
        sort($parts);

        return [...array_filter(array_map('trim', $parts), static fn (string $part): bool => $part !== ''), $user];
    }

    /**
     * Throws if the driver does not fit: classes are generated for one vendor, and using another one would fail later,
     * elsewhere.
     */
    private static function checkDriver(string $name, string $adapter, #[\SensitiveParameter] mixed $dsn): void
    {
        if (!is_string($dsn)) {
            return;
        }
        $driver = strtolower((string) strstr(DatabaseUrl::expand(['dsn' => $dsn])['dsn'], ':', true));
        $wanted = self::ADAPTERS[$driver] ?? null;
        if ($wanted !== null && $wanted !== $adapter && in_array($adapter, self::ADAPTERS, true)) {
            throw new InvalidArgumentException(sprintf(
                'config/orm.php: the connection "%s" is to %s, but orm.yaml has the adapter %s:'
                    . ' change one of them and run "php artisan orm:build"',
                $name,
                $wanted,
                $adapter,
            ));
        }
    }

    /**
     * @param array<string, array<string, mixed>> $databases
     * @return array<string, mixed> the configuration of an Orm connection
     */
    private static function ofLaravel(
        string $name,
        string $connection,
        string $adapter,
        #[\SensitiveParameter] array $databases,
    ): array {
        if (str_contains($connection, ':')) {
            return ['dsn' => $connection];
        }
        $database = $databases[$connection] ?? throw new InvalidArgumentException(sprintf(
            'config/orm.php: config/database.php has no connection "%s" for "%s"%s',
            $connection,
            $name,
            Suggestion::text($connection, array_keys($databases)),
        ));
        $database = (new ConfigurationUrlParser())->parseConfiguration($database);
        if (!isset(self::ADAPTERS[$database['driver'] ?? ''])) {
            throw new InvalidArgumentException(sprintf(
                'config/orm.php: Orm has no adapter for the driver "%s" of the connection "%s" of config/database.php',
                $database['driver'] ?? '',
                $connection,
            ));
        }
        $primary = self::servers($database, $database['write'] ?? [])[0];
        $replicas = isset($database['read']) ? self::servers($database, $database['read']) : [];

        return $primary + ['replicas' => $replicas];
    }

    /**
     * @param array<string, mixed> $database
     * @param array<mixed> $part its read or write part: settings, a list of settings, or settings with a list of hosts
     * @return non-empty-list<array<string, mixed>>
     */
    private static function servers(#[\SensitiveParameter] array $database, #[\SensitiveParameter] array $part): array
    {
        $servers = [];
        foreach (array_is_list($part) && $part !== [] ? $part : [$part] as $settings) {
            $merged = array_merge($database, $settings);
            foreach ((array) ($merged['host'] ?? '') as $host) {
                $servers[] = self::server(['host' => $host] + $merged);
            }
        }

        return $servers;
    }

    /**
     * @param array<string, mixed> $database
     * @return array<string, mixed>
     */
    private static function server(#[\SensitiveParameter] array $database): array
    {
        $driver = $database['driver'] === 'mariadb' ? 'mysql' : $database['driver'];
        $value = static fn (string $key): string => (string) ($database[$key] ?? '');
        if ($driver === 'sqlite') {
            return ['dsn' => 'sqlite:' . $value('database')];
        }
        $port = $value('port');
        $parts = match ($driver) {
            'sqlsrv' => ['Server' => $value('host') . ($port === '' ? '' : ",$port"), 'Database' => $value('database')],
            'mysql' => $value('unix_socket') === ''
                ? ['host' => $value('host'), 'port' => $port, 'dbname' => $value('database')]
                : ['unix_socket' => $value('unix_socket'), 'dbname' => $value('database')],
            default => [
                'host' => $value('host'),
                'port' => $port,
                'dbname' => $value('database'),
                'sslmode' => $value('sslmode'),
            ],
        };
        $charset = $driver === 'mysql' ? $value('charset') : '';
        $path = $driver === 'pgsql' ? $value('search_path') : '';
        $texts = [];
        foreach (array_filter($parts, static fn (string $text): bool => $text !== '') as $key => $text) {
            $texts[] = $key . '=' . $text;
        }

        return array_filter([
            'dsn' => $driver . ':' . implode(';', $texts),
            'user' => $database['username'] ?? null,
            'password' => $database['password'] ?? null,
            'settings' => array_filter([
                'charset' => $charset,
                'queries' => $path === '' || $path === 'public' ? [] : ['SET search_path TO ' . $path],
            ]),
        ], static fn (mixed $one): bool => $one !== null && $one !== []);
    }
}
