<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

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

    public static function clear(): void
    {
        foreach (self::$tableMaps as $tableMapClass => $_) {
            $tableMapClass::$instances = [];
        }
        self::$size = 0;
        self::$limit = self::MINIMUM;
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
