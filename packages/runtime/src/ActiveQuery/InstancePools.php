<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use DateTimeInterface;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ForeignConnection;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\OrmDateTime;
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
    /**
     * Objects that the library has taken out of pools while the application may hold them, of table maps whose objects
     * are told what statements do to their rows.
     *
     * @var array<class-string, WeakMap<ActiveRecordInterface, true>>
     */
    public static array $followed = [];

    /** With fewer pooled objects there is no sweep. */
    public const LEAST_LIMIT = 2000;

    /** Whether objects are put into pools and taken from them. */
    public static bool $areEnabled = true;

    /** @var array<class-string<TableMap>, true> those that ever had objects in their pools */
    public static array $tableMaps = [];

    /** Objects that were pooled since the last sweep, plus those that were left then. */
    public static int $pooled = 0;

    /** How many pooled objects make the next sweep. */
    public static int $limit = self::LEAST_LIMIT;

    public static function clear(): void
    {
        foreach (self::$tableMaps as $tableMapClass => $_) {
            $tableMapClass::clearInstancePool();
        }
        self::$pooled = 0;
        self::$limit = self::LEAST_LIMIT;
    }

    /**
     * Whether no datasource has this connection now, so that its rows may be those of another
     * database: they are neither taken from pools nor put there.
     */
    public static function isForeign(ConnectionInterface $con, string $datasource): bool
    {
        if (!self::$areEnabled || $con === (Orm::$connections->open[$datasource] ?? null)) {
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
     * Empties a pool, or one place of it, because statements have changed rows.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param mixed $key of the only row that can have changed; null: any
     */
    public static function forgetChanged(string $tableMapClass, mixed $key = null): void
    {
        $key = $key === null ? null : $tableMapClass::getInstanceKey($key);
        $pool = &$tableMapClass::objectPool();
        if ($key !== null) {
            $object = $pool[$key] ?? null;
            if ($object !== null) {
                Record::set($object, 'rowIsStale', true);
                self::remember($tableMapClass, [$object]);
                unset($pool[$key]);
            }

            return;
        }
        foreach ($pool as $object) {
            Record::set($object, 'rowIsStale', true);
        }
        self::remember($tableMapClass, $pool);
        $tableMapClass::clearInstancePool();
    }

    /**
     * Puts objects back that a statement on other rows has pushed out of the pool: they show what their rows hold.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param array<int|string, ActiveRecordInterface> $objects by pool key
     */
    public static function putBack(string $tableMapClass, array $objects): void
    {
        foreach ($objects as $key => $object) {
            if (!isset($tableMapClass::objectPool()[$key])) {
                Record::set($object, 'rowIsStale', false);
                $tableMapClass::addInstanceToPool($object, (string) $key);
            }
        }
    }

    /**
     * The row of an object has left the place that it had before its key changed; whether the object was in it.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param list<mixed> $formerKey as its columns store it
     */
    public static function forgetFormerKey(
        string $tableMapClass,
        ActiveRecordInterface $object,
        array $formerKey,
    ): bool {
        $pool = &$tableMapClass::objectPool();
        $key = $tableMapClass::KEY_TYPE === null
            ? $tableMapClass::getInstanceKey(isset($formerKey[1]) ? $formerKey : $formerKey[0])
            : array_search($object, $pool, true);
        if ($key === false) {
            // The pool has its objects under keys of another form.
            self::forgetChanged($tableMapClass);
        }
        if (!isset($pool[$key])) {
            return false;
        }
        $isPooled = $pool[$key] === $object;
        unset($pool[$key]);

        return $isPooled;
    }

    /** Returns a key part as the string used in pool keys. */
    public static function keyPart(string $table, mixed $value): string
    {
        return match (true) {
            $value instanceof DateTimeInterface => OrmDateTime::inZone($value)->format('Y-m-d H:i:s.u'),
            is_bool($value) => (string) (int) $value,
            is_array($value) => throw new InvalidArgumentException(
                sprintf('A key of table "%s" cannot contain an array', $table),
            ),
            default => BoundValue::text($value),
        };
    }

    /**
     * Pools objects that were just inserted together.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param list<ActiveRecordInterface> $objects
     */
    public static function addNew(string $tableMapClass, array $objects): void
    {
        if (!self::$areEnabled || $objects === []) {
            return;
        }
        self::$tableMaps[$tableMapClass] = true;
        $pool = &$tableMapClass::objectPool();
        foreach ($objects as $object) {
            $key = $object->getPrimaryKey();
            $key = is_int($key) ? $key : $tableMapClass::getInstanceKey($key);
            if ($key !== null) {
                $pool[$key] = $object;
            }
        }
        self::$pooled += count($objects);
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
        $enabled = self::$areEnabled;
        self::$areEnabled = false;
        try {
            return $work();
        } finally {
            self::$areEnabled = $enabled;
        }
    }

    /** Called before many objects are pooled at once: while they are made, none of them could be dropped. */
    public static function sweepIfFull(): void
    {
        if (self::$pooled > self::$limit) {
            self::sweep();
        }
    }

    /**
     * Drops the pooled objects that only the pools hold. All pools are emptied together before the survivors come back,
     * because pooled objects of several tables refer to each other.
     */
    public static function sweep(): void
    {
        $references = [];
        foreach (self::$tableMaps as $tableMapClass => $_) {
            foreach ($tableMapClass::objectPool() as $key => $object) {
                $references[$tableMapClass][$key] = WeakReference::create($object);
            }
            unset($object);
            $tableMapClass::clearInstancePool();
        }
        gc_collect_cycles();
        self::$pooled = 0;
        foreach ($references as $tableMapClass => $referencesByKey) {
            $pool = &$tableMapClass::objectPool();
            foreach ($referencesByKey as $key => $reference) {
                $object = $reference->get();
                if ($object !== null) {
                    $pool[$key] = $object;
                    self::$pooled++;
                }
            }
        }
        self::$limit = max(self::LEAST_LIMIT, 2 * self::$pooled);
    }
}
