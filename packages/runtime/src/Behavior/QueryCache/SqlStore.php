<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\QueryCache;

use Orm\Runtime\Orm;
use Psr\Cache\CacheItemPoolInterface;
use Psr\SimpleCache\CacheInterface;

/**
 * Stores strings for some time: in APCu, which all processes of a server share, in the cache of the application, or in
 * the memory of this process.
 *
 * @internal
 */
final class SqlStore
{
    /**
     * @param 'apcu'|'array'|'psr' $backend APCu is used only if it is enabled, and a cache only if
     *     the service container has one
     */
    public static function has(string $backend, int|string $key): bool
    {
        $cache = self::cacheOf($backend);
        if ($cache !== null) {
            return PsrStore::has($cache, $key);
        }

        return self::usesApcu($backend) ? apcu_exists((string) $key) : self::fetch($backend, $key) !== null;
    }

    /** @return mixed null if there is none */
    public static function fetch(string $backend, int|string $key): mixed
    {
        $cache = self::cacheOf($backend);
        if ($cache !== null) {
            return PsrStore::fetch($cache, $key);
        }
        if (self::usesApcu($backend)) {
            $value = apcu_fetch((string) $key, $isFound);

            return $isFound ? $value : null;
        }
        [$value, $end] = Orm::services()->plans->cachedSql[$key] ?? [null, 0.0];
        if ($value !== null && microtime(true) >= $end) {
            unset(Orm::$plans->cachedSql[$key]);

            return null;
        }

        return $value;
    }

    /** @param int $lifetime in seconds; 0: without end */
    public static function store(string $backend, int|string $key, mixed $value, int $lifetime): void
    {
        $cache = self::cacheOf($backend);
        if ($cache !== null) {
            PsrStore::store($cache, $key, $value, $lifetime);

            return;
        }
        if (self::usesApcu($backend)) {
            apcu_store((string) $key, $value, $lifetime);

            return;
        }
        $bytes = strlen((string) $key) + (is_string($value) ? strlen($value) : 0);
        if (Orm::services()->plans->keep('cachedSql', $bytes)) {
            Orm::$plans->cachedSql[$key] = [$value, $lifetime === 0 ? INF : microtime(true) + $lifetime];
        }
    }

    private static function cacheOf(string $backend): CacheInterface|CacheItemPoolInterface|null
    {
        return $backend === 'psr' ? Orm::services()->cache : null;
    }

    private static function usesApcu(string $backend): bool
    {
        return $backend === 'apcu' && function_exists('apcu_enabled') && apcu_enabled();
    }
}
