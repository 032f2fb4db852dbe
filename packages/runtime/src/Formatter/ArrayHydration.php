<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Map\TableMap;

/**
 * Nests the parts of joined rows into arrays. Rows of one object that differ only in joined columns become one array.
 *
 * @internal
 */
final class ArrayHydration
{
    /** @var array<int|string, array<int|string, mixed>> */
    private array $rows = [];

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, ModelWith> $withs
     * @param array<string, string> $asColumns
     */
    public function __construct(
        private readonly string $tableMapClass,
        private readonly array $withs,
        private readonly array $asColumns,
    ) {
    }

    /** @param array<int|string, mixed> $row */
    public function add(array $row, string $indexType = TableMap::TYPE_NUM): void
    {
        $key = $this->withs === []
            ? count($this->rows)
            : ($this->tableMapClass)::getPrimaryKeyHashFromRow($row, 0, $indexType) ?? count($this->rows);
        $this->rows[$key] ??= $this->toArray($this->tableMapClass, $row, 0, $indexType);
        $main = &$this->rows[$key];
        $offset = ($this->tableMapClass)::NUM_HYDRATE_COLUMNS;
        /** @var array<string, array<int|string, mixed>|null> $parts */
        $parts = [];
        foreach ($this->withs as $name => $with) {
            unset($left);
            if ($with->leftName === null) {
                $left = &$main;
            } else {
                $left = &$parts[$with->leftName];
            }
            $hash = ($with->tableMapClass)::getPrimaryKeyHashFromRow($row, $offset);
            $part = $hash === null ? null : $this->toArray($with->tableMapClass, $row, $offset, TableMap::TYPE_NUM);
            unset($parts[$name]);
            $parts[$name] = null;
            if ($left !== null && self::isListed($with)) {
                $left[$with->pluralName] ??= [];
                if ($hash !== null) {
                    $left[$with->pluralName][$hash] ??= $part;
                    $parts[$name] = &$left[$with->pluralName][$hash];
                }
            } elseif ($left !== null) {
                $left[$with->relationName] ??= $part ?? [];
                if ($left[$with->relationName] !== []) {
                    $parts[$name] = &$left[$with->relationName];
                }
            }
            $offset += ($with->tableMapClass)::NUM_HYDRATE_COLUMNS;
        }
        foreach (array_keys($this->asColumns) as $i => $name) {
            $main[trim($name, '"')] = $row[$offset + $i] ?? null;
        }
    }

    /** @return list<array<int|string, mixed>> */
    public function rows(): array
    {
        $plurals = [];
        foreach ($this->withs as $with) {
            if (self::isListed($with)) {
                $plurals[$with->pluralName] = true;
            }
        }

        return $plurals === [] ? array_values($this->rows) : array_values(self::relist($this->rows, $plurals));
    }

    /**
     * Returns whether arrays contain a list for a relation. This is the case for to-many relations, even if the join
     * finds at most one row.
     */
    private static function isListed(ModelWith $with): bool
    {
        return $with->isToMany || $with->receiver !== null;
    }

    /**
     * Converts arrays keyed by row, as used while they were built, to lists.
     *
     * @param array<int|string, array<int|string, mixed>> $rows
     * @param array<string, true> $plurals
     * @return list<array<int|string, mixed>>
     */
    private static function relist(array $rows, array $plurals): array
    {
        foreach ($rows as $key => $row) {
            foreach ($row as $name => $value) {
                if (is_array($value) && isset($plurals[$name])) {
                    $rows[$key][$name] = self::relist($value, $plurals);
                } elseif (is_array($value) && $value !== [] && !array_is_list($value)) {
                    $rows[$key][$name] = self::relist([$value], $plurals)[0];
                }
            }
        }

        return array_values($rows);
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<int|string, mixed> $row
     * @return array<int|string, mixed>
     */
    private function toArray(string $tableMapClass, array $row, int $offset, string $indexType): array
    {
        /** @var mixed $object an object of a class that may have toArray() */
        $object = $indexType === TableMap::TYPE_NUM
            ? $tableMapClass::objectOf($row, $offset)
            : $tableMapClass::populateObject($row, $offset, $indexType)[0];
        $values = Record::of($object::class)->hasToArray
            ? $object->toArray(TableMap::TYPE_PHPNAME, false)
            : ObjectExport::row($object, TableMap::TYPE_PHPNAME, false, [], false);

        return self::withoutLazyColumns($tableMapClass, $values);
    }

    /**
     * Removes columns that were not loaded. As nulls, they would be written back as nulls.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param array<int|string, mixed> $row
     * @return array<int|string, mixed>
     */
    public static function withoutLazyColumns(string $tableMapClass, array $row): array
    {
        if ($tableMapClass::NUM_LAZY_LOAD_COLUMNS > 0) {
            foreach ($tableMapClass::getTableMap()->getColumns() as $column) {
                if ($column->isLazyLoad()) {
                    unset($row[$column->getPhpName()]);
                }
            }
        }

        return $row;
    }
}
