<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

/**
 * Values of native SET columns: comma-separated strings (MySQL) or arrays (PostgreSQL). Both contain each value once,
 * in the order of the value set.
 */
final class NativeSet
{
    /**
     * @param list<mixed>|string|null $values
     * @param list<string> $valueSet
     */
    public static function toList(array|string|null $values, array $valueSet, string $column): ?string
    {
        return $values === null ? null : implode(',', self::chosen($values, $valueSet, $column));
    }

    /** @return list<string> */
    public static function fromList(?string $text): array
    {
        return $text === null || $text === '' ? [] : explode(',', $text);
    }

    /**
     * @param list<mixed>|string|null $values
     * @param list<string> $valueSet
     */
    public static function toArray(array|string|null $values, array $valueSet, string $column): ?string
    {
        if ($values === null) {
            return null;
        }
        $elements = array_map(self::element(...), self::chosen($values, $valueSet, $column));

        return '{' . implode(',', $elements) . '}';
    }

    /** @return list<string> */
    public static function fromArray(?string $text): array
    {
        preg_match_all('/"((?:[^"\\\\]|\\\\.)*)"|([^{},"]+)/s', (string) $text, $found, PREG_SET_ORDER);
        $values = [];
        foreach ($found as $element) {
            if (isset($element[2])) {
                // An unquoted NULL needs no special treatment, because no SET stores it.
                $values[] = $element[2];
            } else {
                $values[] = preg_replace('/\\\\(.)/s', '$1', $element[1]);
            }
        }

        return $values;
    }

    /** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
    private static function element(string $value): string
    {
        $isPlain = $value !== '' && strcasecmp($value, 'null') !== 0 && strpbrk($value, "{}\",\\ \t\n\r\v\f") === false;

        return $isPlain ? $value : '"' . addcslashes($value, '"\\') . '"';
    }

    /**
     * @param list<mixed>|string $values
     * @param list<string> $valueSet
     * @return list<string>
     */
    private static function chosen(array|string $values, array $valueSet, string $column): array
    {
        $chosen = [];
        foreach ((array) $values as $value) {
            $chosen[SetColumnConverter::position($value, $valueSet, $column)] = true;
        }
        ksort($chosen);

        return array_map(static fn (int $at): string => $valueSet[$at], array_keys($chosen));
    }
}
