<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use RuntimeException;

/** Where the databases of the tests are, as the environment says. */
final class Databases
{
    private const ATTRIBUTES = ['ATTR_EMULATE_PREPARES' => false];

    private const KEY = [
        'sqlite' => 'INTEGER PRIMARY KEY AUTOINCREMENT',
        'pgsql' => 'SERIAL PRIMARY KEY',
        'mysql' => 'INTEGER PRIMARY KEY AUTO_INCREMENT',
    ];

    /** Whether DATABASES asks for a database; all are asked for if it is not set. */
    public static function isAskedFor(string $vendor): bool
    {
        $asked = getenv('DATABASES');

        return $asked === false || trim($asked) === '' || in_array($vendor, preg_split('/[\s,]+/', trim($asked)), true);
    }

    /** @return array<string, mixed> the configuration of a connection */
    public static function configuration(string $vendor): array
    {
        return $vendor === 'sqlite'
            ? ['dsn' => 'sqlite::memory:', 'attributes' => self::ATTRIBUTES]
            : self::serverConfiguration($vendor, self::server($vendor));
    }

    /** @return array<string, mixed> the configuration of a connection to the replica */
    public static function replica(string $vendor): array
    {
        return self::serverConfiguration($vendor, self::server($vendor . '_replica'));
    }

    /** @return array<string, mixed> the configuration of a connection through a proxy */
    public static function through(int $port, string $vendor): array
    {
        return self::serverConfiguration($vendor, ['host' => '127.0.0.1', 'port' => $port] + self::server($vendor));
    }

    /** @return array{string, int} */
    public static function address(string $vendor): array
    {
        $server = self::server($vendor);

        return [$server['host'], $server['port']];
    }

    /** The definition of an auto-increment key. */
    public static function keyColumn(string $vendor): string
    {
        return self::KEY[$vendor];
    }

    /**
     * @param array{host: string, port: int, user: string, password: string, database: string} $server
     * @return array<string, mixed>
     */
    private static function serverConfiguration(string $vendor, array $server): array
    {
        return [
            'dsn' => "$vendor:host={$server['host']};port={$server['port']};dbname={$server['database']}",
            'user' => $server['user'],
            'password' => $server['password'],
            'attributes' => self::ATTRIBUTES,
            'settings' => ['charset' => $vendor === 'mysql' ? 'utf8mb4' : 'utf8'],
        ];
    }

    /** @return array{host: string, port: int, user: string, password: string, database: string} */
    private static function server(string $vendor): array
    {
        $name = 'ORM_TEST_' . strtoupper($vendor);
        $value = getenv($name);
        if ($value === false || $value === '') {
            throw new RuntimeException(sprintf('%s is not set, but the tests of %s are asked for', $name, $vendor));
        }

        return json_decode($value, true, 512, JSON_THROW_ON_ERROR);
    }
}
