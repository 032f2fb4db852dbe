<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/**
 * Values on their way into a statement.
 *
 * @internal
 */
final class BoundValue
{
    /** A value that a driver can take. PHP casts an object or a list to the number 1, which would find a wrong row. */
    public static function of(mixed $value): mixed
    {
        return match (true) {
            !is_object($value) && !is_array($value) => $value,
            $value instanceof Stringable => (string) $value,
            default => throw new InvalidArgumentException(
                sprintf('A statement cannot take a value of type %s', get_debug_type($value)),
            ),
        };
    }

    /** The text of a value. PHP 8.5 warns where NAN becomes text by itself. */
    public static function text(mixed $value): string
    {
        $bound = self::of($value);

        return is_float($bound) && is_nan($bound) ? 'NAN' : (string) $bound;
    }
}
