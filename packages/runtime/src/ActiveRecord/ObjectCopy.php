<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\EnumCase;

/**
 * Copies model objects.
 *
 * @internal
 */
final class ObjectCopy
{
    /** @var array<int, object> copies whose referring objects are being copied, by the id of the original */
    private static array $unfinished = [];

    /** @param bool $makeNew whether the copy is a new object without the auto-increment key */
    public static function into(
        ActiveRecordInterface $object,
        object $copy,
        bool $deep,
        bool $makeNew,
    ): void {
        $tableMapClass = Record::tableMap($object);
        if (!$copy instanceof ActiveRecordInterface) {
            throw new InvalidArgumentException(sprintf('A copy must be an object of a model, not %s', $copy::class));
        }
        foreach ($tableMapClass::getTableMap()->getColumns() as $column) {
            if ($column->getName() === $tableMapClass::AUTO_INCREMENT || $column->isGenerated()) {
                continue;
            }
            $value = self::value($object, $column);
            if ($value === null && $column->isNotNull()) {
                continue;
            }
            Record::call($copy, 'set' . $column->getPhpName(), $value);
        }
        if ($deep) {
            self::$unfinished[spl_object_id($object)] = $copy;
            try {
                self::copyReferringObjects($object, $copy);
            } finally {
                unset(self::$unfinished[spl_object_id($object)]);
            }
        }
        if ($makeNew) {
            Record::set($copy, 'rowIsNew', true);
            self::forgetGivenKey($tableMapClass, $copy);
            if (method_exists($copy, 'behaviorPostCopy')) {
                Record::call($copy, 'behaviorPostCopy');
            }
        }
    }

    /** Returns the value of a column in a form that the setter of another object accepts. */
    public static function value(ActiveRecordInterface $object, ColumnMap $column): mixed
    {
        $getter = 'get' . $column->getPhpName();
        if ($column->isTemporal()) {
            // Returns an object, because the setter may not be able to parse a string in the getter's default format.
            return Record::call($object, $getter, null);
        }
        $value = Record::call($object, $getter);
        if ($value === [] && Record::get($object, $column->getProperty()) === null) {
            // The getters of SET and ARRAY columns return an empty list for null.
            return null;
        }
        if ($column->getType() === ColumnTypes::JSON) {
            // Returns the JSON text, because the setter could not distinguish a list from an object, or a string from
            // JSON.
            return Record::get($object, $column->getProperty());
        }

        return is_resource($value) ? ColumnValue::stream(ColumnValue::content($value)) : EnumCase::plain($value);
    }

    /**
     * Removes the auto-increment key, because the database generates another one for a new object.
     *
     * @param class-string<TableMap> $tableMapClass
     */
    private static function forgetGivenKey(string $tableMapClass, ActiveRecordInterface $copy): void
    {
        $name = $tableMapClass::AUTO_INCREMENT;
        if ($name !== null) {
            $column = $tableMapClass::getTableMap()->getColumn($name);
            Record::call($copy, 'set' . $column->getPhpName(), null);
            $copy->resetModified($column->getFullyQualifiedName());
        }
    }

    /** Copies the referring objects, except those of read-only tables, which could not be saved. */
    private static function copyReferringObjects(ActiveRecordInterface $object, ActiveRecordInterface $copy): void
    {
        foreach (Record::tableMap($object)::getTableMap()->getUsableRelations() as $relation) {
            $setter = match ($relation->getType()) {
                RelationMap::ONE_TO_ONE => 'set' . $relation->getName(),
                RelationMap::ONE_TO_MANY => 'add' . $relation->getName(),
                default => null,
            };
            if ($setter === null || $relation->getRightTable()->isReadOnly()) {
                continue;
            }
            $referring = $relation->getType() === RelationMap::ONE_TO_ONE
                ? array_filter([$object->{'get' . $relation->getName()}()])
                : self::inTheirOrder($object->{'get' . $relation->getPluralName()}());
            foreach ($referring as $one) {
                // The referring objects may lead back to an object that is being copied, such as this one.
                $copy->$setter(self::$unfinished[spl_object_id($one)] ?? $one->copy(true));
            }
        }
    }

    /**
     * Returns members of sortable lists by rank, because their copies are appended one after the other. Other objects
     * keep their order.
     *
     * @param iterable<object> $objects
     * @return list<object>
     */
    private static function inTheirOrder(iterable $objects): array
    {
        $ordered = [...$objects];
        if (method_exists($ordered[0] ?? '', 'getListSnapshot')) {
            $place = static fn (object $object): int => Record::call($object, 'getListSnapshot')[1] ?? PHP_INT_MAX;
            usort($ordered, static fn (object $a, object $b): int => $place($a) <=> $place($b));
        }

        return $ordered;
    }
}
