<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use DateTimeInterface;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\ServiceContainer\RuntimeState;
use Orm\Runtime\Util\BoundValue;

use function is_array;
use function is_int;

/** The pool of a table: one object per row. */
trait InstancePoolTrait
{
    /** @var array<int|string, ActiveRecordInterface> */
    public static array $instances = [];

    /** @param ActiveRecordInterface $object */
    public static function addInstanceToPool(object $object, ?string $key = null): void
    {
        if (!RuntimeState::$poolsEnabled) {
            return;
        }
        if ($key === null) {
            $key = $object->getPrimaryKey();
            if (!is_int($key)) {
                $key = self::getInstanceKey($key);
            }
            if ($key === null) {
                return;
            }
        }
        if (isset(self::$instances[$key])) {
            self::$instances[$key] = $object;

            return;
        }
        if (self::$instances === []) {
            RuntimeState::$pools[self::class] = true;
        }
        self::$instances[$key] = $object;
        if (++RuntimeState::$pooled > RuntimeState::$poolLimit) {
            InstancePools::sweep();
        }
    }

    /**
     * Pools objects that were just inserted together.
     *
     * @internal
     * @param list<ActiveRecordInterface> $objects
     */
    public static function addNewInstancesToPool(array $objects): void
    {
        if (!RuntimeState::$poolsEnabled || $objects === []) {
            return;
        }
        RuntimeState::$pools[self::class] = true;
        foreach ($objects as $object) {
            $key = $object->getPrimaryKey();
            $key = is_int($key) ? $key : self::getInstanceKey($key);
            if ($key !== null) {
                self::$instances[$key] = $object;
            }
        }
        RuntimeState::$pooled += count($objects);
    }

    /** @return ActiveRecordInterface|null */
    public static function getInstanceFromPool(?string $key): ?object
    {
        return $key !== null && RuntimeState::$poolsEnabled ? self::$instances[$key] ?? null : null;
    }

    /** @param mixed $value an object or a primary key */
    public static function removeInstanceFromPool(mixed $value): void
    {
        $key = self::getInstanceKey($value);
        if ($key !== null) {
            unset(self::$instances[$key]);
        }
    }

    /**
     * Empties the pool, or one place of it, because statements have changed rows.
     *
     * @internal
     * @param mixed $key of the only row that can have changed; null: any
     */
    public static function forgetChanged(mixed $key = null): void
    {
        $key = $key === null ? null : self::getInstanceKey($key);
        if ($key !== null) {
            (self::$instances[$key] ?? null)?->becomeStale();
            InstancePools::remember(self::class, array_filter([self::$instances[$key] ?? null]));
            unset(self::$instances[$key]);

            return;
        }
        foreach (self::$instances as $object) {
            $object->becomeStale();
        }
        InstancePools::remember(self::class, self::$instances);
        self::clearInstancePool();
    }

    /**
     * Whether queries that find the row of this object give it.
     *
     * @internal
     */
    public static function hasInPool(ActiveRecordInterface $object): bool
    {
        $key = $object->getPrimaryKey();
        $key = is_int($key) ? $key : self::getInstanceKey($key);

        return $key !== null && (self::$instances[$key] ?? null) === $object;
    }

    /**
     * The row of an object was written under the key that it had. If the pool has let the object go, statements since
     * then have not told it: neither this object nor another one of the row shows all of it.
     *
     * @internal
     */
    public static function rowWritten(ActiveRecordInterface $object): void
    {
        $key = $object->getPrimaryKey();
        $key = is_int($key) ? $key : self::getInstanceKey($key);
        $pooled = $key === null ? null : self::$instances[$key] ?? null;
        if ($pooled === $object) {
            return;
        }
        if ($pooled !== null) {
            $pooled->becomeStale();
            InstancePools::remember(self::class, [$pooled]);
            unset(self::$instances[$key]);
        }
    }

    /**
     * The row of an object has left the place that it had before its key changed; whether the object was in it.
     *
     * @internal
     * @param list<mixed> $formerKey as its columns store it
     */
    public static function forgetFormerKey(ActiveRecordInterface $object, array $formerKey): bool
    {
        $key = self::KEY_TYPE === null
            ? self::getInstanceKey(isset($formerKey[1]) ? $formerKey : $formerKey[0])
            : array_search($object, self::$instances, true);
        if ($key === false) {
            // The pool has its objects under keys of another form.
            self::forgetChanged();
        }
        if (!isset(self::$instances[$key])) {
            return false;
        }
        $isPooled = self::$instances[$key] === $object;
        unset(self::$instances[$key]);

        return $isPooled;
    }

    public static function clearInstancePool(): void
    {
        self::$instances = [];
    }

    /** Empties the pools of the rows that the database deletes or changes with those of this table. */
    public static function clearRelatedInstancePool(): void
    {
        self::forgetCascade([]);
    }

    /** @param mixed $value an object or a primary key */
    public static function getInstanceKey(mixed $value): ?string
    {
        if ($value instanceof ActiveRecordInterface) {
            $value = $value->getPrimaryKey();
        }
        if (!is_array($value)) {
            return $value === null ? null : self::keyPart($value);
        }
        $parts = [];
        $complete = false;
        foreach ($value as $part) {
            if (is_string($part) || is_int($part)) {
                $complete = true;
                $parts[] = (string) $part;
            } else {
                $complete = $complete || $part !== null;
                $parts[] = self::keyPart($part);
            }
        }

        return $complete ? serialize($parts) : null;
    }

    private static function keyPart(mixed $value): string
    {
        return match (true) {
            $value instanceof DateTimeInterface => $value->format('Y-m-d H:i:s.u'),
            is_bool($value) => (string) (int) $value,
            is_int($value), is_string($value) => (string) $value,
            is_array($value) => throw new InvalidArgumentException(
                sprintf('A key of table "%s" cannot have a list in it', self::TABLE_NAME),
            ),
            default => BoundValue::text($value),
        };
    }
}
