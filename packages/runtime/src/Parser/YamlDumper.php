<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use DateTimeInterface;
use Stringable;

/** Writes scalars, lists and maps as YAML. From the third level on, values are written on one line. */
final class YamlDumper
{
    private const BLOCK_LEVELS = 2;

    /** @param array<int|string, mixed> $data */
    public static function dump(array $data, int $level = 0): string
    {
        if ($data === []) {
            return $level === 0 ? "{  }\n" : '';
        }
        $text = '';
        $indent = str_repeat('    ', $level);
        $isList = array_is_list($data);
        foreach ($data as $key => $value) {
            $head = $indent . ($isList ? '-' : self::scalar((string) $key) . ':');
            $text .= is_array($value) && $value !== [] && $level < self::BLOCK_LEVELS
                ? $head . "\n" . self::dump($value, $level + 1)
                : $head . ' ' . self::inline($value) . "\n";
        }

        return $text;
    }

    private static function inline(mixed $value): string
    {
        if (!is_array($value)) {
            return self::scalar($value);
        }
        $parts = [];
        foreach ($value as $key => $item) {
            $parts[] = array_is_list($value)
                ? self::inline($item)
                : self::scalar((string) $key) . ': ' . self::inline($item);
        }
        $text = implode(', ', $parts);

        return array_is_list($value) ? '[' . $text . ']' : '{ ' . $text . ' }';
    }

    private static function scalar(mixed $value): string
    {
        return match (true) {
            $value === null => 'null',
            is_bool($value) => $value ? 'true' : 'false',
            is_int($value) => (string) $value,
            is_float($value) => var_export($value, true),
            $value instanceof DateTimeInterface => $value->format(DATE_ATOM),
            is_resource($value) => self::text((string) stream_get_contents($value, -1, 0)),
            $value instanceof Stringable => self::text((string) $value),
            is_object($value) => self::text(serialize($value)),
            default => self::text($value),
        };
    }

    /** Returns a string, quoted if YAML could read it as something else. */
    private static function text(string $text): string
    {
        if (!preg_match('//u', $text)) {
            return '!!binary ' . base64_encode($text);
        }
        if (preg_match('/[\x00-\x1f\x7f]/', $text)) {
            return (string) json_encode($text, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        }
        $plain = preg_match('/^[A-Za-z_\/][^:#\[\]{},&*!|>\'"%@`]*$/', $text) && trim($text) === $text
            && !preg_match('/^(?:null|true|false|yes|no|on|off|y|n|~)$/i', $text);

        return $plain ? $text : "'" . str_replace("'", "''", $text) . "'";
    }
}
