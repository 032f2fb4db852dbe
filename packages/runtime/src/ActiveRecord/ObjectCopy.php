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
 * Copies of model objects.
 *
 * @internal
 */
final class ObjectCopy
{
    /** @var array<int, object> copies whose referrers are being copied, by the id of the object they are copies of */
    private static array $unfinished = [];

    /**
     * @param bool $makeNew whether the copy becomes a new object, without the key that the database gave out
     */
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

    /** The value of a column as the setter of another object takes it. */
    public static function value(ActiveRecordInterface $object, ColumnMap $column): mixed
    {
        $getter = 'get' . $column->getPhpName();
        if ($column->isTemporal()) {
            // An object: the setter may not be able to read text in the default format of the getter.
            return Record::call($object, $getter, null);
        }
        $value = Record::call($object, $getter);
        if ($value === [] && Record::get($object, $column->getProperty()) === null) {
            // The getters of SET and ARRAY columns do not tell null from an empty list.
            return null;
        }
        if ($column->getType() === ColumnTypes::JSON) {
            // The text: of the value, the setter could not tell a list from an object, nor a string from JSON.
            return Record::get($object, $column->getProperty());
        }

        return is_resource($value) ? ColumnValue::stream(ColumnValue::content($value)) : EnumCase::plain($value);
    }

    /**
     * The database gives out another key for a new object.
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

    /** Rows of read-only tables are not copied, as they could not be saved. */
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
                // The way through referrers may lead back to an object whose copy is being made, such as this one.
                $copy->$setter(self::$unfinished[spl_object_id($one)] ?? $one->copy(true));
            }
        }
    }

    /**
     * Members of sortable lists by rank, as their copies will be appended one after the other; others as they come.
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
