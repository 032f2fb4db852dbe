<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use BackedEnum;
use JsonException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Stringable;

/** Converts values given by an application to the values stored in columns, and back. */
final class ColumnValue
{
    private const BOOLEAN_WORDS = [
        'true' => true, 'on' => true, '+' => true, 'yes' => true, 'y' => true, 't' => true, '1' => true,
        'false' => false, 'off' => false, '-' => false, 'no' => false, 'n' => false, 'f' => false, '0' => false,
    ];

    /** Compact JSON, without whitespace and without characters that are escaped in strings. */
    private const COMPACT_JSON = '~^[!-.0-[\]-}]++$~D';

    /** @return list<mixed>|null the list; null if the text is not a JSON array */
    public static function jsonList(string $text): ?array
    {
        $value = str_starts_with($text, '[') ? json_decode($text, true) : null;

        return is_array($value) ? $value : null;
    }

    /** @param bool $isRequired true: an empty string means false instead of null */
    public static function boolean(mixed $value, string $column, bool $isRequired = false): ?bool
    {
        if (!is_string($value)) {
            return $value === null ? null : (bool) $value;
        }
        $word = strtolower(trim($value, " \t\r\n"));
        if ($word === '') {
            return $isRequired ? false : null;
        }

        return self::BOOLEAN_WORDS[$word] ?? throw new InvalidArgumentException(sprintf(
            'Column %s expects true or false, got "%s"',
            $column,
            strlen($value) > 100 ? substr($value, 0, 100) . '…' : $value,
        ));
    }

    /** @param list<string> $valueSet */
    public static function enumIndex(string $column, mixed $value, array $valueSet): ?int
    {
        if ($value === null) {
            return null;
        }
        $value = BoundValue::text($value instanceof BackedEnum ? $value->value : $value);
        $index = array_search($value, $valueSet, true);

        return $index !== false ? $index : throw new OrmException(
            sprintf('Enum column %s has no value "%s": it has %s', $column, $value, implode(', ', $valueSet)),
        );
    }

    /**
     * Returns the value that a native ENUM column stores: one of its values.
     *
     * @param list<string> $valueSet
     */
    public static function enumText(string $column, mixed $value, array $valueSet): ?string
    {
        $index = self::enumIndex($column, $value, $valueSet);

        return $index === null ? null : $valueSet[$index];
    }

    /** @param list<string> $valueSet */
    public static function enumValue(string $column, ?int $index, array $valueSet): ?string
    {
        return $index === null ? null : $valueSet[$index] ?? throw new OrmException(
            sprintf('Enum column %s: stored index %d has no value', $column, $index),
        );
    }

    /**
     * @param list<mixed>|string|null $values
     * @param list<string> $valueSet
     */
    public static function setMask(array|string|null $values, array $valueSet, ?string $column = null): ?int
    {
        return $values === null ? null : (int) SetColumnConverter::convertToInt($values, $valueSet, $column);
    }

    /** @param list<mixed>|null $values */
    public static function arrayText(?array $values): ?string
    {
        if ($values === null) {
            return null;
        }
        foreach ($values as $value) {
            if (is_array($value)) {
                throw new OrmException('An element of an array column cannot be an array');
            }
            // With a space after it, an element that ends with " |" contains the separator, too.
            $value = BoundValue::of($value);
            if (str_contains($value . ' ', ' | ')) {
                throw new OrmException(sprintf('An element of an array column cannot contain " | ": "%s"', $value));
            }
        }

        return $values === [] ? '| |' : '| ' . implode(' | ', $values) . ' |';
    }

    /** @return list<string> */
    public static function arrayList(?string $text): array
    {
        return $text === null || $text === '' || $text === '| |' ? [] : explode(' | ', substr($text, 2, -2));
    }

    /**
     * @param list<mixed> $values
     * @return list<mixed> the values that are not equal as strings
     */
    public static function without(array $values, mixed $value): array
    {
        $text = BoundValue::text($value);

        return array_values(array_filter($values, static fn (mixed $one): bool => (string) $one !== $text));
    }

    /** Returns a value as compact JSON. A string must already be JSON. */
    public static function jsonText(mixed $value, ?string $column = null): ?string
    {
        if ($value === null) {
            return null;
        }
        try {
            if (!is_string($value)) {
                return json_encode($value, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
            }
            json_decode($value, false, 512, JSON_THROW_ON_ERROR);
            if (preg_match(self::COMPACT_JSON, $value) === 1) {
                return $value;
            }
        } catch (JsonException $failure) {
            $place = $column === null ? '' : 'Column ' . $column . ': ';
            throw new OrmException($place . 'the value is not valid JSON: ' . $failure->getMessage(), 0, $failure);
        }

        // Numbers are kept as written, because PHP would lose digits and the zero of 1.0.
        return (string) preg_replace_callback(
            '/"(?:[^"\\\\]++|\\\\.)*+"|\s++/',
            static fn (array $match): string => $match[0][0] === '"' ? json_encode(json_decode($match[0])) : '',
            $value,
        );
    }

    /**
     * Returns the JSON that the setter of a column stores.
     *
     * @param string|null $current the stored JSON, because the value returned by the getter may be set again
     * @param bool $isRequired true: reject an empty string instead of treating it as null
     */
    public static function jsonToStore(
        mixed $value,
        ?string $current,
        string $column,
        bool $isRequired = false,
    ): ?string {
        if ($value === null || ($current !== null && $value === self::jsonValue($current))) {
            return $value === null ? null : self::jsonText($current);
        }

        return $value === '' && !$isRequired ? null : self::jsonText($value, $column);
    }

    public static function jsonValue(?string $text, bool $asArray = true): mixed
    {
        return $text === null ? null : json_decode($text, $asArray);
    }

    /**
     * Returns whether two objects of a column differ. Objects of PHP's own classes may only differ in their string
     * form.
     */
    public static function differ(?object $one, ?object $other): bool
    {
        return $one != $other || ($one instanceof Stringable && (string) $one !== (string) $other);
    }

    /**
     * Returns the value that a setter stores for a column whose getter returns a stream. A string stays a string until
     * the getter is called.
     *
     * @return resource|string|null
     */
    public static function bytes(mixed $value): mixed
    {
        return match (true) {
            $value === null, is_string($value) => $value,
            is_resource($value) => self::stream($value),
            default => BoundValue::text($value),
        };
    }

    /** @return resource|null a stream positioned at its start */
    public static function stream(mixed $value): mixed
    {
        if ($value === null) {
            return null;
        }
        if (is_resource($value)) {
            if (stream_get_meta_data($value)['seekable']) {
                rewind($value);
            }

            return $value;
        }
        $content = BoundValue::text($value);
        $stream = fopen('php://memory', 'r+');
        fwrite($stream, $content);
        rewind($stream);

        return $stream;
    }

    /** Returns the whole contents of a stream or string. */
    public static function content(mixed $value): ?string
    {
        if (!is_resource($value)) {
            return $value === null ? null : (string) $value;
        }
        if (stream_get_meta_data($value)['seekable']) {
            rewind($value);
        }
        $content = (string) stream_get_contents($value);
        if (stream_get_meta_data($value)['seekable']) {
            rewind($value);
        }

        return $content;
    }
}
