<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ForeignConnection;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use WeakMap;
use WeakReference;

/**
 * Keeps the instance pools of all tables from growing without bound.
 *
 * Pools hold their objects strongly, which is the fastest way to find one again. When many have gathered, those that
 * nothing but pools refers to are dropped; the bound then doubles what is left, so the work per object stays constant.
 *
 * @internal
 */
final class InstancePools
{
    private const MINIMUM = 2000;

    public static bool $enabled = true;

    /** Objects pooled since the last sweep, plus those that survived it. */
    public static int $size = 0;

    public static int $limit = self::MINIMUM;

    /** @var array<class-string, true> the table maps that ever had instances */
    public static array $tableMaps = [];

    /**
     * Objects that the library has taken out of pools while somebody may hold them, of the table maps whose objects are
     * told what statements do to their rows.
     *
     * @var array<class-string, WeakMap<ActiveRecordInterface, true>>
     */
    public static array $followed = [];

    public static function clear(): void
    {
        foreach (self::$tableMaps as $tableMapClass => $_) {
            $tableMapClass::$instances = [];
        }
        self::$size = 0;
        self::$limit = self::MINIMUM;
    }

    /**
     * Whether a connection is none of those that a datasource has now, so that its rows may be those of another
     * database: they are neither taken from pools nor put there.
     */
    public static function isForeign(ConnectionInterface $con, string $datasource): bool
    {
        if (!self::$enabled) {
            return false;
        }
        $con = $con instanceof ForeignConnection ? $con->getWrappedConnection() : $con;
        $container = Orm::getServiceContainer();
        $hasManager = !$container instanceof StandardServiceContainer || $container->hasConnectionManager($datasource);
        $manager = $hasManager ? $container->getConnectionManager($datasource) : null;

        return $manager instanceof ConnectionManagerSingle || $manager instanceof ConnectionManagerPrimaryReplica
            ? !in_array($con, $manager->getOpenConnections(), true)
            : $con->getName() !== $datasource;
    }

    /** From now on, objects of a table that are taken out of the pool are remembered as long as they are held. */
    public static function follow(string $tableMapClass): void
    {
        self::$followed[$tableMapClass] ??= new WeakMap();
    }

    /**
     * Before objects are taken out of a pool.
     *
     * @param iterable<ActiveRecordInterface> $objects
     */
    public static function remember(string $tableMapClass, iterable $objects): void
    {
        if (isset(self::$followed[$tableMapClass])) {
            foreach ($objects as $object) {
                self::$followed[$tableMapClass][$object] = true;
            }
        }
    }

    /**
     * Does something without pools.
     *
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public static function without(callable $work): mixed
    {
        $enabled = self::$enabled;
        self::$enabled = false;
        try {
            return $work();
        } finally {
            self::$enabled = $enabled;
        }
    }

    /** For those who pool many objects at once: before they do, as nobody could drop what is being made. */
    public static function sweepIfFull(): void
    {
        if (self::$size > self::$limit) {
            self::sweep();
        }
    }

    /**
     * Drops the pooled objects that nobody else holds. All pools are emptied together before the survivors come back,
     * because pooled objects of several tables refer to each other.
     */
    public static function sweep(): void
    {
        $references = [];
        foreach (self::$tableMaps as $tableMapClass => $_) {
            foreach ($tableMapClass::$instances as $key => $object) {
                $references[$tableMapClass][$key] = WeakReference::create($object);
            }
            unset($object);
            $tableMapClass::$instances = [];
        }
        gc_collect_cycles();
        self::$size = 0;
        foreach ($references as $tableMapClass => $pool) {
            foreach ($pool as $key => $reference) {
                $object = $reference->get();
                if ($object !== null) {
                    $tableMapClass::$instances[$key] = $object;
                    self::$size++;
                }
            }
        }
        self::$limit = max(self::MINIMUM, 2 * self::$size);
    }
}
