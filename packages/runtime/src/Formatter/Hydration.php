<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectReread;
use Orm\Runtime\ActiveRecord\OneToMany;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Map\TableMap;

/**
 * Creates objects from rows that contain several objects, with one plan per query and the offset of each model in the
 * row.
 *
 * @internal
 */
final class Hydration
{
    /**
     * For each relation: its table map; its offset in the row; the index of the relation of its left objects, -1 for
     * the main objects, or -2 if these are not loaded; the positions of its key; whether it is to-many; the properties
     * of the left and the related object that refer to the other one.
     *
     * @var list<array{class-string<TableMap>, int, int|null, list<int>, bool, string, string|null}>
     */
    private array $steps = [];

    /** @var list<ModelWith> */
    private array $withs;

    private bool $hasToMany = false;

    /**
     * The steps for the relations, if all of them are to-one and start at the main object, and a row contains nothing
     * else.
     *
     * @var list<ToOneStep>|null
     */
    private ?array $toOne = null;

    private int $asOffset;

    /** @var list<string> */
    private array $asNames = [];

    /** @var array<int, array<int, array{ActiveRecordInterface, array<int, ActiveRecordInterface>}>> */
    private array $toMany = [];

    /**
     * @var array<class-string, array<string, ActiveRecordInterface>> the objects of these rows, if pools are disabled
     */
    private array $known = [];

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, ModelWith> $withs
     * @param array<string, string> $asColumns
     * @param bool $rereads whether pooled objects are updated with the values of their rows
     */
    public function __construct(
        private readonly string $tableMapClass,
        array $withs,
        array $asColumns,
        private readonly string $indexType = TableMap::TYPE_NUM,
        private readonly bool $rereads = false,
    ) {
        $offset = $tableMapClass::NUM_HYDRATE_COLUMNS;
        $indexes = [];
        $this->withs = array_values($withs);
        foreach ($withs as $name => $with) {
            $indexes[$name] = count($this->steps);
            $positions = ($with->tableMapClass)::PRIMARY_KEY_POSITIONS;
            $this->hasToMany = $this->hasToMany || $with->isToMany;
            $this->steps[] = [
                $with->tableMapClass,
                $offset,
                // -1 is the main object; -2 means an object that is not hydrated and therefore never present.
                $with->leftName === null ? -1 : $indexes[$with->leftName] ?? -2,
                array_map(static fn (int $position): int => $offset + $position, $positions),
                $with->isToMany,
                $with->property,
                $with->inverseProperty,
            ];
            $offset += ($with->tableMapClass)::NUM_HYDRATE_COLUMNS;
        }
        $this->asOffset = $offset;
        foreach (array_keys($asColumns) as $name) {
            $this->asNames[] = trim($name, '"');
        }
        if ($indexType === TableMap::TYPE_NUM && $asColumns === [] && !$rereads) {
            $this->toOne = self::toOneSteps($this->steps, $this->withs);
        }
    }

    /**
     * @param iterable<array<int|string, mixed>> $rows
     * @param (callable(array<int|string, mixed>): ActiveRecordInterface)|null $make a replacement for one()
     * @return list<ActiveRecordInterface> the objects, without duplicates
     */
    public function all(iterable $rows, ?callable $make = null): array
    {
        $objects = [];
        foreach ($rows as $row) {
            $object = $make === null ? $this->one($row) : $make($row);
            if ($this->hasToMany) {
                $objects[spl_object_id($object)] = $object;
            } else {
                $objects[] = $object;
            }
        }
        $this->attachCollections();

        return $this->hasToMany ? array_values($objects) : $objects;
    }

    /** @param array<int|string, mixed> $row */
    public function one(array $row): ActiveRecordInterface
    {
        if ($this->toOne === null) {
            return $this->oneOfMany($row);
        }
        $main = ($this->tableMapClass)::objectOf($row, 0);
        foreach ($this->toOne as $step) {
            $isThere = $row[$step->key] !== null || ($step->otherKeys !== [] && self::hasAny($row, $step->otherKeys));
            $object = $isThere ? ($step->tableMapClass)::objectOf($row, $step->offset) : null;
            if ($step->receiver !== null) {
                Record::call($main, $step->receiver, $object, $step->argument);
            } elseif ($object !== null) {
                ($step->mains ??= Record::of($main::class)->relate)($main, $step->property, $object);
                if ($step->inverse !== null) {
                    ($step->others ??= Record::of($object::class)->relate)($object, $step->inverse, $main);
                }
            }
        }

        return $main;
    }

    public function attachCollections(): void
    {
        foreach ($this->toMany as $i => $lists) {
            $with = $this->withs[$i];
            $relation = new OneToMany($with->pluralName, $with->modelName, '');
            foreach ($lists as [$left, $objects]) {
                Record::call($left, 'hydrateCollection', $relation, array_values($objects));
            }
        }
        $this->toMany = $this->known = [];
    }

    /** @param array<int|string, mixed> $row */
    private function oneOfMany(array $row): ActiveRecordInterface
    {
        $main = $this->objectOf($this->tableMapClass, $row, 0, $this->indexType);
        $related = [];
        foreach ($this->steps as $i => [$tableMapClass, $offset, $leftIndex, $keys, $isToMany, $property, $inverse]) {
            $left = $leftIndex === -1 ? $main : $related[$leftIndex] ?? null;
            // Only the key shows whether a left join found a row.
            $isEmpty = $left === null || !self::hasAny($row, $keys);
            $object = $isEmpty ? null : $this->objectOf($tableMapClass, $row, $offset, TableMap::TYPE_NUM);
            $related[$i] = $object;
            $with = $this->withs[$i];
            if ($with->receiver !== null) {
                $left === null || Record::call($left, $with->receiver, $object, $with->argument);
                continue;
            }
            if ($isToMany && $left !== null) {
                $this->toMany[$i][spl_object_id($left)] ??= [$left, []];
            }
            if ($object === null) {
                continue;
            }
            if ($isToMany) {
                $this->toMany[$i][spl_object_id($left)][1][spl_object_id($object)] = $object;
            } else {
                Record::relate($left, $property, $object);
            }
            if ($inverse !== null) {
                Record::relate($object, $inverse, $left);
            }
        }
        foreach ($this->asNames as $i => $name) {
            $main->setVirtualColumn($name, $row[$this->asOffset + $i] ?? null);
        }

        return $main;
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<int|string, mixed> $row
     */
    private function objectOf(string $tableMapClass, array $row, int $offset, string $indexType): ActiveRecordInterface
    {
        if ($this->rereads) {
            $key = $tableMapClass::getPrimaryKeyHashFromRow($row, $offset, $indexType);
            $pooled = $tableMapClass::getInstanceFromPool($key);
            $pooled === null || ObjectReread::from($pooled, $row, $offset, $indexType);
        }
        // Rows of one object that differ only in joined columns must become one object, with and without a pool.
        $key = $this->hasToMany && !InstancePools::$areEnabled
            ? $tableMapClass::getPrimaryKeyHashFromRow($row, $offset, $indexType)
            : null;
        $known = $key === null ? null : $this->known[$tableMapClass][$key] ?? null;
        if ($known !== null) {
            return $known;
        }
        $object = $indexType === TableMap::TYPE_NUM
            ? $tableMapClass::objectOf($row, $offset)
            : $tableMapClass::populateObject($row, $offset, $indexType)[0];
        if ($key !== null) {
            $this->known[$tableMapClass][$key] = $object;
        }

        return $object;
    }

    /**
     * Returns whether a row has a value in one of the columns.
     *
     * @param array<int|string, mixed> $row
     * @param list<int> $positions
     */
    private static function hasAny(array $row, array $positions): bool
    {
        foreach ($positions as $position) {
            if ($row[$position] !== null) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param list<array{class-string<TableMap>, int, int|null, list<int>, bool, string, string|null}> $steps
     * @param list<ModelWith> $withs
     * @return list<ToOneStep>|null
     */
    private static function toOneSteps(array $steps, array $withs): ?array
    {
        $toOne = [];
        foreach ($steps as $i => [$tableMapClass, $offset, $leftIndex, $keys, $isToMany, $property, $inverse]) {
            if ($leftIndex !== -1 || $keys === [] || $isToMany) {
                return null;
            }
            $toOne[] = new ToOneStep(
                $tableMapClass,
                $offset,
                $keys[0],
                $property,
                $inverse,
                array_slice($keys, 1),
                $withs[$i]->receiver,
                $withs[$i]->argument,
            );
        }

        return $toOne;
    }
}
