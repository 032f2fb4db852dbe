<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ForeignConnection;
use Orm\Runtime\Map\PoolKey;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use WeakMap;
use WeakReference;

/**
 * Limits the size of the instance pools of all tables.
 *
 * Pools hold strong references to their objects, which makes lookups fastest. When the limit is reached, objects that
 * only pools refer to are dropped. The new limit is twice the number of remaining objects, so the work per object stays
 * constant.
 *
 * @internal
 */
final class InstancePools
{
    /**
     * Objects that were removed from pools while the application may still hold them, by table map class. Only classes
     * passed to follow() have an entry: their objects are notified when statements change their rows.
     *
     * @var array<class-string, WeakMap<ActiveRecordInterface, true>>
     */
    public static array $followed = [];

    /** The lowest number of pooled objects that can start a sweep. */
    public const LEAST_LIMIT = 2000;

    /** Whether objects are added to pools and read from them. */
    public static bool $areEnabled = true;

    /** @var array<class-string<TableMap>, true> classes whose pools ever contained objects */
    public static array $tableMaps = [];

    /** The number of objects kept by the last sweep, plus those pooled since. */
    public static int $pooled = 0;

    /** The number of pooled objects that starts the next sweep. */
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
     * Returns whether the connection object does not belong to the named connection now. Its rows may then belong to
     * another database, so they are neither read from pools nor added to them.
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

    /**
     * Starts remembering objects of a table that are removed from its pool, for as long as the application holds them.
     */
    public static function follow(string $tableMapClass): void
    {
        self::$followed[$tableMapClass] ??= new WeakMap();
    }

    /**
     * Remembers objects before they are removed from a pool, if their table is followed.
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
     * Empties a pool, or removes one object from it, because statements have changed rows.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param mixed $key the key of the only row that may have changed; null: any row may have changed
     */
    public static function forgetChanged(string $tableMapClass, mixed $key = null): void
    {
        $key = $key === null ? null : $tableMapClass::getInstanceKey($key);
        if ($key !== null) {
            self::forgetEntry($tableMapClass, $key);

            return;
        }
        $pool = &$tableMapClass::objectPool();
        foreach ($pool as $object) {
            Record::set($object, 'rowIsStale', true);
        }
        self::remember($tableMapClass, $pool);
        $tableMapClass::clearInstancePool();
    }

    /**
     * Removes the object of a row that was found by a text. Databases may ignore case, accents and spaces at the end,
     * so objects whose keys may be equal to the text are removed too.
     *
     * @param class-string<TableMap> $tableMapClass
     */
    public static function forgetAlike(string $tableMapClass, mixed $key): void
    {
        $given = (string) $tableMapClass::getInstanceKey($key);
        if (isset($tableMapClass::objectPool()[$given])) {
            self::forgetEntry($tableMapClass, $given);

            return;
        }
        foreach (array_keys($tableMapClass::objectPool()) as $pooled) {
            if (PoolKey::mayEqual($tableMapClass, $given, (string) $pooled)) {
                self::forgetEntry($tableMapClass, (string) $pooled);
            }
        }
    }

    private static function forgetEntry(string $tableMapClass, string $poolKey): void
    {
        $pool = &$tableMapClass::objectPool();
        $object = $pool[$poolKey] ?? null;
        if ($object !== null) {
            Record::set($object, 'rowIsStale', true);
            self::remember($tableMapClass, [$object]);
            unset($pool[$poolKey]);
        }
    }

    /**
     * Restores objects that were removed from the pool by a statement on other rows. Their values still match their
     * rows.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param array<int|string, ActiveRecordInterface> $objects objects by pool key
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
     * Removes an object from the pool under the key that it had before its key changed.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param list<mixed> $formerKey the former key as stored in its columns
     * @return bool whether the pool contained the object under that key
     */
    public static function forgetFormerKey(
        string $tableMapClass,
        ActiveRecordInterface $object,
        array $formerKey,
    ): bool {
        $pool = &$tableMapClass::objectPool();
        $keyType = $tableMapClass::KEY_TYPE;
        $key = $keyType === null || PoolKey::isInRows($keyType)
            ? $tableMapClass::getInstanceKey(isset($formerKey[1]) ? $formerKey : $formerKey[0])
            : array_search($object, $pool, true);
        if ($key === false) {
            // The pool keys have another form, so the object's entry cannot be found.
            self::forgetChanged($tableMapClass);
        }
        if (!isset($pool[$key])) {
            return false;
        }
        $isPooled = $pool[$key] === $object;
        unset($pool[$key]);

        return $isPooled;
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
     * Runs a function with pools disabled.
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

    /**
     * Sweeps the pools if they are full. Called before many objects are pooled together, because none of them can be
     * dropped while they are being created.
     */
    public static function sweepIfFull(): void
    {
        if (self::$pooled > self::$limit) {
            self::sweep();
        }
    }

    /**
     * Drops objects that only the pools refer to. All pools are emptied before the remaining objects are added back,
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
