<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Map\TableMap;

/**
 * Makes objects of rows that hold several: one plan a query, with the offset of each model in the row.
 *
 * @internal
 */
final class Hydration
{
    /** @var list<array{with: ModelWith, offset: int, left: int, property: string, inverse: ?string, key: ?int}> */
    private array $plan = [];

    private int $asOffset;

    /** @var list<string> */
    private array $asNames = [];

    /** @var array<int, array<int, array{ActiveRecordInterface, array<int, ActiveRecordInterface>}>> */
    private array $toMany = [];

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, ModelWith> $withs
     * @param array<string, string> $asColumns
     */
    public function __construct(
        private readonly string $tableMapClass,
        array $withs,
        array $asColumns,
        private readonly string $indexType = TableMap::TYPE_NUM,
    ) {
        $offset = $tableMapClass::NUM_HYDRATE_COLUMNS;
        $indexes = [];
        foreach ($withs as $name => $with) {
            $indexes[$name] = count($this->plan);
            $positions = ($with->tableMapClass)::PRIMARY_KEY_POSITIONS;
            $this->plan[] = [
                'with' => $with,
                'offset' => $offset,
                'left' => $with->leftName === null ? -1 : $indexes[$with->leftName] ?? -1,
                'property' => $with->property,
                'inverse' => $with->inverseProperty,
                'key' => count($positions) === 1 ? $offset + $positions[0] : null,
            ];
            $offset += ($with->tableMapClass)::NUM_HYDRATE_COLUMNS;
        }
        $this->asOffset = $offset;
        foreach (array_keys($asColumns) as $name) {
            $this->asNames[] = trim($name, '"');
        }
    }

    /**
     * @param iterable<array<int|string, mixed>> $rows
     * @return list<ActiveRecordInterface> each object once
     */
    public function all(iterable $rows): array
    {
        $objects = [];
        $hasToMany = false;
        foreach ($this->plan as $step) {
            $hasToMany = $hasToMany || $step['with']->isToMany;
        }
        foreach ($rows as $row) {
            $object = $this->one($row);
            if ($hasToMany) {
                $objects[spl_object_id($object)] = $object;
            } else {
                $objects[] = $object;
            }
        }
        $this->attachCollections();

        return $hasToMany ? array_values($objects) : $objects;
    }

    /** @param array<int|string, mixed> $row */
    public function one(array $row): ActiveRecordInterface
    {
        $main = $this->indexType === TableMap::TYPE_NUM
            ? ($this->tableMapClass)::objectOf($row, 0)
            : ($this->tableMapClass)::populateObject($row, 0, $this->indexType)[0];
        $related = [];
        foreach ($this->plan as $i => $step) {
            $left = $step['left'] < 0 ? $main : $related[$step['left']] ?? null;
            if ($left === null) {
                $related[$i] = null;
                continue;
            }
            $related[$i] = $object = $this->related($row, $step);
            if ($step['with']->isToMany) {
                $this->toMany[$i][spl_object_id($left)] ??= [$left, []];
                if ($object !== null) {
                    $this->toMany[$i][spl_object_id($left)][1][spl_object_id($object)] = $object;
                }
            } elseif ($object !== null) {
                $left->hydrateRelation($step['property'], $object);
            }
            if ($object !== null && $step['inverse'] !== null) {
                $object->hydrateRelation($step['inverse'], $left);
            }
        }
        foreach ($this->asNames as $i => $name) {
            $main->setVirtualColumn($name, $row[$this->asOffset + $i] ?? null);
        }

        return $main;
    }

    public function attachCollections(): void
    {
        foreach ($this->toMany as $i => $lists) {
            $with = $this->plan[$i]['with'];
            foreach ($lists as [$left, $objects]) {
                $left->hydrateCollection($with->pluralName, $with->modelName, array_values($objects));
            }
        }
        $this->toMany = [];
    }

    /**
     * @param array<int|string, mixed> $row
     * @param array{with: ModelWith, offset: int, left: int, property: string, inverse: ?string, key: ?int} $step
     */
    private function related(array $row, array $step): ?ActiveRecordInterface
    {
        $tableMapClass = $step['with']->tableMapClass;
        if ($step['key'] !== null) {
            // The key alone says whether a left join found a row.
            if ($row[$step['key']] === null) {
                return null;
            }
        } elseif ($tableMapClass::getPrimaryKeyHashFromRow($row, $step['offset']) === null) {
            return null;
        }

        return $tableMapClass::objectOf($row, $step['offset']);
    }
}
