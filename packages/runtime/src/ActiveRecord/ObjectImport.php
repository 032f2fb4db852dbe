<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\SetColumnConverter;
use TypeError;

/**
 * Values from outside for the setters of model objects.
 *
 * @internal
 */
final class ObjectImport
{
    /** Gives a value to the setter of its column, as GenericFieldsTrait::setByPosition() says. */
    public static function set(ActiveRecordInterface $object, ColumnMap $column, mixed $value): void
    {
        $type = $column->getType();
        if (is_string($value) && in_array($type, [ColumnTypes::SET, ColumnTypes::PHP_ARRAY], true)) {
            $value = ColumnValue::jsonList($value) ?? $value;
        }
        if ($type === ColumnTypes::ENUM && is_int($value)) {
            $value = $column->getValueSet()[$value] ?? (string) $value;
        } elseif ($type === ColumnTypes::SET && is_int($value)) {
            $value = SetColumnConverter::convertIntToArray($value, $column->getValueSet());
        } elseif ($type === ColumnTypes::PHP_ARRAY && is_string($value)) {
            $value = ColumnValue::arrayList($value);
        }
        $setter = 'set' . $column->getPhpName();
        if (!is_array($value) && !is_object($value)) {
            $object->callOwn($setter, $value);

            return;
        }
        try {
            $object->callOwn($setter, $value);
        } catch (TypeError $failure) {
            // A request may have a list where one value was meant: that is not an error of the program.
            $message = sprintf(
                'Column %s does not take a value of type %s',
                $column->getFullyQualifiedName(),
                get_debug_type($value),
            );
            throw new InvalidArgumentException($message, 0, $failure);
        }
    }
}
