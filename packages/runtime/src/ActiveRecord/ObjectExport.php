<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use DateInterval;
use DateTimeInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Parser\JsonParser;
use Orm\Runtime\Type\IntervalValue;
use Orm\Runtime\Type\ListValue;
use Orm\Runtime\Type\Range;
use Orm\Runtime\Type\RangeValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\EnumCase;
use Orm\Runtime\Util\TemporalValue;

/**
 * Converts model objects to arrays, which parsers convert to strings.
 *
 * @internal
 */
final class ObjectExport
{
    /**
     * @param string $keyType a TYPE_ constant of TableMap; empty: the default of the model
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<int|string, mixed>
     */
    public static function row(
        ActiveRecordInterface $object,
        string $keyType,
        bool $includeLazyLoadColumns,
        array $alreadyDumpedObjects,
        bool $includeForeignObjects,
    ): array {
        $tableMapClass = Record::tableMap($object);
        $keyType = $keyType === '' ? $tableMapClass::DEFAULT_KEY_TYPE : $keyType;
        $loaded = $includeForeignObjects ? ObjectRelations::loaded($object) : [];
        if ($alreadyDumpedObjects !== [] || $loaded !== []) {
            $self = (string) $object->hashCode();
            if (isset($alreadyDumpedObjects[$object::class][$self])) {
                return ['*RECURSION*'];
            }
            $alreadyDumpedObjects[$object::class][$self] = true;
        }
        $tableMap = $tableMapClass::getTableMap();
        [$steps, $columns] = $tableMap->exports[$object::class][$keyType]
            ??= self::steps($object::class, $tableMap, $keyType);
        $row = (Record::of($object::class)->export)($object, $steps, $columns, $includeLazyLoadColumns);
        $related = [];
        foreach ($loaded as [$relation, $value]) {
            $related[self::relationKey($relation, $keyType)] = $relation->getType() === RelationMap::ONE_TO_MANY
                ? $value->toArray(null, false, $keyType, $includeLazyLoadColumns, $alreadyDumpedObjects)
                : self::of($value, $keyType, $includeLazyLoadColumns, $alreadyDumpedObjects, true);
        }

        return $row + $related;
    }

    /**
     * Calls toArray(), or does the same for a class without this method.
     *
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<int|string, mixed>
     */
    public static function of(
        ActiveRecordInterface $object,
        string $keyType = '',
        bool $includeLazyLoadColumns = true,
        array $alreadyDumpedObjects = [],
        bool $includeForeignObjects = false,
    ): array {
        $rest = [$includeLazyLoadColumns, $alreadyDumpedObjects, $includeForeignObjects];

        return method_exists($object, 'toArray') && Record::of($object::class)->hasToArray
            ? $object->toArray($keyType, ...$rest)
            : self::row($object, $keyType, ...$rest);
    }

    /** Returns the value for `json_encode($object)`. */
    public static function json(ActiveRecordInterface $object): mixed
    {
        $row = method_exists($object, 'toArray') && Record::of($object::class)->hasToArray
            ? $object->toArray()
            : (object) [];

        // toArray() of a stub class may return something else.
        return is_array($row) ? JsonParser::values($row) : $row;
    }

    /**
     * Returns the steps of Record::$export for each column, by the name of its value: only the getter, or the getter,
     * its arguments, whether the column is loaded lazily, and whether a plain value is exported unchanged.
     *
     * @param class-string $class class of the objects
     * @return array{
     *     array<int|string, string|array{string, list<string|null>, bool, bool}>, array<int|string, ColumnMap>}
     */
    private static function steps(string $class, TableMap $tableMap, string $keyType): array
    {
        $columns = array_combine($tableMap::getFieldNames($keyType), $tableMap->getColumns());
        $steps = [];
        foreach ($columns as $name => $column) {
            $getter = 'get' . $column->getPhpName();
            // A generated getter may format the string without creating an object.
            $isText = $column->getType() !== ColumnTypes::TIMESTAMPTZ && !Record::of($class)->hasOwn($getter);
            $arguments = $column->isTemporal() ? [$isText ? self::dateFormat($column) : null] : [];
            $isPlain = $column->getType() !== ColumnTypes::JSON;
            $steps[$name] = $arguments === [] && !$column->isLazyLoad() && $isPlain
                ? $getter
                : [$getter, $arguments, $column->isLazyLoad(), $isPlain];
        }

        return [$steps, $columns];
    }

    private static function dateFormat(ColumnMap $column): string
    {
        return match ($column->getType()) {
            ColumnTypes::DATE, ColumnTypes::BU_DATE => 'Y-m-d',
            ColumnTypes::TIME => 'H:i:s.u',
            default => 'Y-m-d H:i:s.u',
        };
    }

    /** Returns the value of a column for arrays. */
    public static function value(ActiveRecordInterface $object, ColumnMap $column): mixed
    {
        $getter = 'get' . $column->getPhpName();

        return self::shown(
            $object,
            $column,
            $column->isTemporal() ? Record::call($object, $getter, null) : Record::call($object, $getter),
        );
    }

    /**
     * Converts the value of a getter for arrays. Dates have a fixed format here, regardless of the getters' default
     * format.
     */
    public static function shown(ActiveRecordInterface $object, ColumnMap $column, mixed $value): mixed
    {
        if ($value instanceof DateTimeInterface && $column->getType() === ColumnTypes::TIMESTAMPTZ) {
            return TemporalValue::instantText($value);
        }
        if ($value instanceof DateTimeInterface) {
            return $value->format(self::dateFormat($column));
        }

        if ($value instanceof DateInterval) {
            return IntervalValue::text($value, $column->getFullyQualifiedName());
        }
        if ($value instanceof Range) {
            return RangeValue::text($value, $column->getType(), $column->getFullyQualifiedName());
        }
        $element = $column->getElementType();
        if ($element !== null && is_array($value) && $value !== []) {
            return ListValue::plain($value, $element);
        }
        $value = EnumCase::plain($value);

        return match (true) {
            $value === [], $value === null, is_string($value) => self::distinct($object, $column, $value),
            default => $value,
        };
    }

    /**
     * Returns a value from which fromArray() restores the same value. Getters return an empty list for null, and
     * setters accept JSON text and treat null as no value.
     *
     * @param list<never>|string|null $value
     */
    private static function distinct(
        ActiveRecordInterface $object,
        ColumnMap $column,
        array|string|null $value,
    ): array|string|null {
        $type = $column->getType();
        if ($type !== ColumnTypes::JSON && $value !== []) {
            return $value;
        }
        $held = Record::get($object, $column->getProperty());

        return match (true) {
            $held === null => null,
            $type === ColumnTypes::JSON && $value === ColumnValue::jsonValue($held) && $value !== [] => $held,
            default => $value,
        };
    }

    public static function relationKey(RelationMap $relation, string $keyType): string
    {
        $isToMany = $relation->getType() === RelationMap::ONE_TO_MANY;
        $name = $isToMany ? $relation->getPluralName() : $relation->getName();

        return match ($keyType) {
            TableMap::TYPE_CAMELNAME => lcfirst($name),
            TableMap::TYPE_FIELDNAME => strtolower((string) preg_replace('/(?<=[a-z0-9])(?=[A-Z])/', '_', $name)),
            default => $name,
        };
    }
}
