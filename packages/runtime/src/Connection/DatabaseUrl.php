<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/**
 * Parses database URLs as used by hosting providers: `postgres://user:password@host:5432/database?sslmode=require`.
 *
 * @internal
 */
final class DatabaseUrl
{
    /** PDO drivers by URL scheme. */
    private const DRIVERS = [
        'postgres' => 'pgsql', 'postgresql' => 'pgsql', 'pgsql' => 'pgsql',
        'mysql' => 'mysql', 'mariadb' => 'mysql', 'mysql2' => 'mysql',
        'sqlite' => 'sqlite', 'sqlite3' => 'sqlite', 'file' => 'sqlite',
    ];

    private const PARTS = '(?<host>\[[^\]]*\]|[^:/?]*)(?::(?<port>\d+))?(?:/(?<database>[^?]*))?(?:\?(?<query>.*))?$~s';

    /** Options may contain "@", and passwords may contain any character, even unencoded ones. */
    private const FORMS = ['~^(?:(?<credentials>[^?]*)@)?' . self::PARTS, '~^(?<credentials>.*)@' . self::PARTS];

    /**
     * Returns the configuration with a PDO DSN instead of a URL. The configuration's user and password take precedence
     * over those in the URL.
     *
     * @param array<string, mixed> $configuration
     * @return array<string, mixed>
     */
    public static function expand(#[\SensitiveParameter] array $configuration): array
    {
        $url = $configuration['dsn'] ?? null;
        if (!is_string($url) || preg_match('~^\s*([a-z0-9]+)://(.*)$~is', $url, $found) !== 1) {
            return $configuration;
        }
        $driver = self::DRIVERS[strtolower($found[1])] ?? null;
        $address = trim($found[2]);
        $isRead = preg_match(self::FORMS[0], $address, $parts) === 1
            || preg_match(self::FORMS[1], $address, $parts) === 1;
        if ($driver === null || !$isRead) {
            return $configuration;
        }
        if ($driver === 'sqlite') {
            // A file has no user.
            $file = (string) preg_replace('~^[^/]*@~', '', (string) strtok($address, '?'));
            $path = (string) preg_replace('~^/{2,}~', '/', rawurldecode($file));

            return ['dsn' => 'sqlite:' . ($path === '/:memory:' ? ':memory:' : $path)] + $configuration;
        }
        [$user, $password] = explode(':', $parts['credentials'] . ':', 2);
        $dsn = array_filter([
            'host' => trim(rawurldecode($parts['host']), '[]'),
            'port' => $parts['port'] ?? '',
            'dbname' => rawurldecode($parts['database'] ?? ''),
        ], static fn (string $value): bool => $value !== '');
        parse_str($parts['query'] ?? '', $options);
        $texts = [];
        foreach ($dsn + array_filter($options, is_string(...)) as $name => $value) {
            $texts[] = $name . '=' . str_replace(';', ';;', $value);
        }
        $configuration['dsn'] = $driver . ':' . implode(';', $texts);
        foreach (['user' => $user, 'password' => substr($password, 0, -1)] as $name => $text) {
            if ($text !== '' && ($configuration[$name] ?? '') === '') {
                $configuration[$name] = rawurldecode($text);
            }
        }

        return $configuration;
    }
}
