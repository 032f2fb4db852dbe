<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\OrmDateTime;

/**
 * Values of scope columns in the form in which they can be compared (sortable 13.3).
 *
 * @internal
 */
final class ScopeValue
{
    private const FORMATS = [
        ColumnTypes::DATE => 'Y-m-d',
        ColumnTypes::BU_DATE => 'Y-m-d',
        ColumnTypes::TIME => 'H:i:s.u',
        ColumnTypes::TIMESTAMP => 'Y-m-d H:i:s.u',
        ColumnTypes::DATETIME => 'Y-m-d H:i:s.u',
        ColumnTypes::BU_TIMESTAMP => 'Y-m-d H:i:s.u',
    ];

    public static function stored(ColumnMap $column, mixed $value): mixed
    {
        if ($value === null) {
            return null;
        }
        $type = $column->getType();
        switch ($type) {
            case ColumnTypes::TINYINT:
            case ColumnTypes::SMALLINT:
            case ColumnTypes::INTEGER:
            case ColumnTypes::BIGINT:
                return self::integer($value);
            case ColumnTypes::BOOLEAN:
            case ColumnTypes::BOOLEAN_EMU:
                return ColumnValue::boolean($value, $column->getFullyQualifiedName(), true);
            case ColumnTypes::ENUM:
                return is_int($value)
                    ? $value
                    : ColumnValue::enumIndex($column->getFullyQualifiedName(), $value, $column->getValueSet());
            case ColumnTypes::SET:
                return is_int($value) ? $value : ColumnValue::setMask($value, $column->getValueSet());
            case ColumnTypes::REAL:
            case ColumnTypes::FLOAT:
            case ColumnTypes::DOUBLE:
                return (float) $value;
        }
        if (isset(self::FORMATS[$type])) {
            return OrmDateTime::newInstance($value)?->format(self::FORMATS[$type]);
        }
        if (!is_scalar($value) && !$value instanceof \Stringable) {
            throw new OrmException(sprintf('No scope of column "%s": %s', $column->getName(), get_debug_type($value)));
        }

        return (string) $value;
    }

    /** A number that does not fit into an integer stays text. */
    private static function integer(mixed $value): int|string
    {
        $text = is_bool($value) ? (string) (int) $value : (string) $value;

        return (string) (int) $text === $text ? (int) $text : $text;
    }
}
