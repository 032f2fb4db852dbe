<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Closure;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\ListValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\SetColumnConverter;
use Orm\Runtime\Util\Suggestion;
use TypeError;

/**
 * Passes external values to the setters of model objects.
 *
 * @internal
 */
final class ObjectImport
{
    /**
     * Returns the key type of an array: column names if every key is one, otherwise the default type. Throws if only
     * some keys are column names, because these would be ignored silently.
     *
     * @param array<int|string, mixed> $values
     * @param Closure(string): array<int|string, int|string> $names returns columns by their names of a type
     */
    public static function keyType(array $values, string $default, Closure $names): string
    {
        $byDefault = $names($default);
        $byColumn = $names(TableMap::TYPE_FIELDNAME);
        if (array_diff_key($values, $byColumn) === []) {
            return TableMap::TYPE_FIELDNAME;
        }
        $ignored = array_intersect_key(array_diff_key($byColumn, $byDefault), $values);
        // A column whose value is also given by its default name is not lost.
        $lost = array_diff($ignored, array_intersect_key($byDefault, $values));
        if ($lost !== []) {
            $name = array_key_first($lost);
            throw new InvalidArgumentException(sprintf(
                'The key "%s" is a column name, but other keys are not, so it would be ignored: write "%s", or pass'
                . ' the type of the keys, such as TableMap::TYPE_FIELDNAME',
                $name,
                array_search($lost[$name], $byDefault, true),
            ));
        }

        return $default;
    }

    /**
     * Reports keys of fromArray() without a column: in the log, or with an exception if the model was generated this
     * way. Keys of relations and virtual columns are not reported, because toArray() includes them.
     *
     * @param array<int|string, mixed> $values
     * @param array<int|string, mixed> $names columns by name
     */
    public static function noteUnknownKeys(ActiveRecordInterface $object, array $values, array $names): void
    {
        $map = Record::tableMap($object);
        $texts = [];
        foreach (array_keys(array_diff_key($values, $names)) as $key) {
            $text = (string) $key;
            if (!self::isOfExport($object, $text)) {
                $texts[] = sprintf('"%s"%s', $text, Suggestion::text($text, array_map('strval', array_keys($names))));
            }
        }
        if ($texts === []) {
            return;
        }
        $message = sprintf('fromArray() of %s: no column has the key %s', $object::class, implode(', ', $texts));
        if ($map::REFUSE_UNKNOWN_KEYS) {
            throw new InvalidArgumentException($message);
        }
        Orm::log($message, Orm::LOG_NOTICE);
    }

    private static function isOfExport(ActiveRecordInterface $object, string $key): bool
    {
        if ($object->hasVirtualColumn($key)) {
            return true;
        }
        foreach (Record::tableMap($object)::getTableMap()->getUsableRelations() as $relation) {
            $names = [$relation->getName(), $relation->getPluralName()];
            if (in_array(strtolower($key), array_map('strtolower', $names), true)) {
                return true;
            }
        }

        return false;
    }

    /**
     * Returns the columns of a table in order, each with its setter if the setter accepts numbers and strings
     * unchanged.
     *
     * @param class-string<TableMap> $map
     * @return list<array{string|null, ColumnMap}>
     */
    public static function setters(string $map): array
    {
        $setters = [];
        foreach ($map::getFieldNames(TableMap::TYPE_PHPNAME) as $name) {
            $column = $map::getTableMap()->getColumnByPhpName((string) $name);
            $isConverted = $column->isGenerated() || $column->isSetType() || $column->getElementType() !== null
                || in_array($column->getType(), [ColumnTypes::PHP_ARRAY, ColumnTypes::ENUM, ColumnTypes::SET], true);
            $setters[] = [$isConverted ? null : 'set' . $column->getPhpName(), $column];
        }

        return Orm::$services->facts[self::class][$map] = $setters;
    }

    /**
     * Passes a value to the setter of its column; see GenericFieldsTrait::setByPosition(). Values of generated columns
     * are skipped, because the database computes them.
     */
    public static function set(ActiveRecordInterface $object, ColumnMap $column, mixed $value): void
    {
        if ($column->isGenerated()) {
            return;
        }
        $type = $column->getType();
        if (is_string($value) && ($column->isSetType() || $type === ColumnTypes::PHP_ARRAY)) {
            $value = ColumnValue::jsonList($value) ?? $value;
        }
        if ($type === ColumnTypes::ENUM && is_int($value)) {
            $value = $column->getValueSet()[$value] ?? (string) $value;
        } elseif ($type === ColumnTypes::SET && is_int($value)) {
            $value = SetColumnConverter::convertIntToArray($value, $column->getValueSet());
        } elseif ($type === ColumnTypes::PHP_ARRAY && is_string($value)) {
            $value = ColumnValue::arrayList($value);
        }
        if (is_string($value) && $column->getElementType() !== null) {
            $value = ColumnValue::jsonList($value) ?? ListValue::list($value, $column->getElementType());
        }
        $setter = 'set' . $column->getPhpName();
        if (!is_array($value) && !is_object($value)) {
            Record::call($object, $setter, $value);

            return;
        }
        try {
            Record::call($object, $setter, $value);
        } catch (TypeError $failure) {
            // A request may contain a list where one value is expected, which is not a programming error.
            $message = sprintf(
                'Column %s does not take a value of type %s',
                $column->getFullyQualifiedName(),
                get_debug_type($value),
            );
            throw new InvalidArgumentException($message, 0, $failure);
        }
    }
}
