<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/**
 * Values on their way into a statement.
 *
 * @internal
 */
final class BoundValue
{
    /**
     * A value that a driver can take. PHP casts an object or a list to the number 1, which would find a wrong row.
     *
     * @param bool $isText whether the text of a model object may be meant; elsewhere its key is
     */
    public static function of(mixed $value, bool $isText = true): mixed
    {
        return match (true) {
            is_scalar($value), $value === null, is_resource($value) => $value,
            !$isText && $value instanceof ActiveRecordInterface => throw new InvalidArgumentException(
                sprintf('A statement cannot take a %s object as a value: pass its key', $value::class),
            ),
            $value instanceof Stringable => (string) $value,
            default => throw self::refused($value),
        };
    }

    /** Whether it is a number with a fraction, or the text of one. */
    public static function isFraction(mixed $value): bool
    {
        return is_float($value)
            || (is_string($value) && str_contains($value, '.') && preg_match('/^-?\d+\.\d+$/D', $value) === 1);
    }

    public static function refused(mixed $value): InvalidArgumentException
    {
        return new InvalidArgumentException(
            sprintf('A statement cannot take a value of type %s', get_debug_type($value)),
        );
    }

    /** The text of a value. PHP 8.5 warns where NAN becomes text by itself. */
    public static function text(mixed $value): string
    {
        $bound = is_resource($value) ? throw self::refused($value) : self::of($value);

        return is_float($bound) && is_nan($bound) ? 'NAN' : (string) $bound;
    }
}
