<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\UuidConverter;

/**
 * UUIDs, as text or as bytes.
 *
 * @internal
 */
final class UuidType extends TypeFamily
{
    protected const EMPTY_IS_NULL = true;

    protected static function fromUser(ColumnMap $column, mixed $value): ?string
    {
        $name = $column->getFullyQualifiedName();

        return UuidConverter::checked(BoundValue::text($value), $name, $column->isNotNull());
    }

    protected static function normalized(ColumnMap $column, mixed $value, ?int $digits): string
    {
        $isSwapped = ColumnMap::UUID_BYTES[$column->getType()] ?? null;
        if ($isSwapped === null) {
            return (string) self::scalar($column, $value);
        }
        $text = (string) ColumnValue::content($value);

        return strlen($text) === 16 ? UuidConverter::binToUuid($text, $isSwapped) : strtolower($text);
    }
}
