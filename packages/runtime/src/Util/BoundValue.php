<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/**
 * Prepares values for a statement.
 *
 * @internal
 */
final class BoundValue
{
    /**
     * Returns a value that a driver accepts. PHP would cast an object or an array to the number 1, which would find a
     * wrong row.
     *
     * @param bool $isText whether a model object may stand for its string form; otherwise it is rejected, because its
     *     key is meant
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

    /** Returns whether a value is a number with a fraction, or its string form. */
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

    /** Returns a value as a string. PHP 8.5 warns when NAN is converted implicitly. */
    public static function text(mixed $value): string
    {
        $bound = is_resource($value) ? throw self::refused($value) : self::of($value);

        return is_float($bound) && is_nan($bound) ? 'NAN' : (string) $bound;
    }
}
