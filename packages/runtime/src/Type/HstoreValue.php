<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Util\BoundValue;

/**
 * Values of HSTORE columns: strings or null, by key. A model stores the string that the server returns.
 *
 * @internal
 */
final class HstoreValue
{
    private const PAIR = '/\G\s*"((?:[^"\\\\]|\\\\.)*+)"\s*=>\s*(?:"((?:[^"\\\\]|\\\\.)*+)"|NULL)\s*(?:,|$)/Dsi';

    /**
     * @param array<mixed>|string|null $value an array, its JSON, or the string of the server
     * @param bool $isRequired whether to reject an empty string, which otherwise means null
     */
    public static function text(array|string|null $value, string $column, bool $isRequired = false): ?string
    {
        if (is_string($value)) {
            if (trim($value) === '' && !$isRequired) {
                return null;
            }
            $json = str_starts_with(ltrim($value), '{') ? json_decode($value, true) : null;
            $value = is_array($json) ? $json : self::map($value, $column);
        }

        return $value === null ? null : self::written($value, $column);
    }

    /**
     * Returns whether an array is a list of column values, and not one value.
     *
     * @param array<mixed> $value
     */
    public static function areSeveral(array $value): bool
    {
        return $value !== [] && array_is_list($value) && array_filter($value, is_array(...)) === $value;
    }

    /** @return array<string, string|null> */
    public static function map(?string $text, ?string $column = null): array
    {
        $map = [];
        $text = trim($text ?? '');
        for ($end = 0; $end < strlen($text); $end += strlen($pair[0])) {
            if (preg_match(self::PAIR, $text, $pair, PREG_UNMATCHED_AS_NULL, $end) !== 1) {
                throw new InvalidArgumentException(
                    sprintf('%s: "%s" is not a valid hstore', $column ?? 'A column', substr($text, 0, 100)),
                );
            }
            $map[self::unescaped($pair[1])] = $pair[2] === null ? null : self::unescaped($pair[2]);
        }

        return $map;
    }

    /** @param array<mixed> $map */
    private static function written(array $map, string $column): string
    {
        $texts = [];
        foreach ($map as $key => $value) {
            if (is_array($value)) {
                throw new InvalidArgumentException(
                    sprintf('Column %s: the value of the key "%s" is an array, and not a text', $column, $key),
                );
            }
            $value = is_bool($value) ? ($value ? 'true' : 'false') : $value;
            $texts[(string) $key] = self::quoted((string) $key) . '=>'
                . ($value === null ? 'NULL' : self::quoted(BoundValue::text($value)));
        }
        // Sorted as by the server: shorter keys first.
        uksort($texts, static fn (int|string $a, int|string $b): int
            => strlen((string) $a) <=> strlen((string) $b) ?: strcmp((string) $a, (string) $b));

        return implode(', ', $texts);
    }

    private static function quoted(string $text): string
    {
        return '"' . addcslashes($text, '"\\') . '"';
    }

    private static function unescaped(string $text): string
    {
        return (string) preg_replace('/\\\\(.)/s', '$1', $text);
    }
}
