<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\QueryCache;

use Orm\Runtime\Orm;
use Psr\Cache\CacheItemPoolInterface;
use Psr\SimpleCache\CacheInterface;
use Throwable;

/**
 * Stores strings in a cache of the application. If the cache fails, queries still work: their SQL is built instead.
 *
 * @internal
 */
final class PsrStore
{
    public static function has(CacheInterface|CacheItemPoolInterface $cache, int|string $key): bool
    {
        return (bool) self::attempt(static fn () => $cache instanceof CacheInterface
            ? $cache->has(self::nameOf($key))
            : $cache->hasItem(self::nameOf($key)));
    }

    /** @return mixed null if there is no entry */
    public static function fetch(CacheInterface|CacheItemPoolInterface $cache, int|string $key): mixed
    {
        return self::attempt(static fn () => $cache instanceof CacheInterface
            ? $cache->get(self::nameOf($key))
            : $cache->getItem(self::nameOf($key))->get());
    }

    /** @param int $lifetime in seconds; 0: the default of the cache */
    public static function store(
        CacheInterface|CacheItemPoolInterface $cache,
        int|string $key,
        mixed $value,
        int $lifetime,
    ): void {
        $seconds = $lifetime === 0 ? null : $lifetime;
        self::attempt(static fn () => $cache instanceof CacheInterface
            ? $cache->set(self::nameOf($key), $value, $seconds)
            : $cache->save($cache->getItem(self::nameOf($key))->set($value)->expiresAfter($seconds)));
    }

    /** Returns a valid cache key: PSR-6 and PSR-16 guarantee only 64 characters and a limited character set. */
    private static function nameOf(int|string $key): string
    {
        return 'orm.sql.' . hash('xxh128', (string) $key);
    }

    private static function attempt(callable $work): mixed
    {
        try {
            return $work();
        } catch (Throwable $failure) {
            Orm::log('The cache of query_cache failed: ' . $failure->getMessage(), Orm::LOG_WARNING);

            return null;
        }
    }
}
