<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Closure;
use DateInterval;
use DateTime;
use DateTimeImmutable;
use DateTimeInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\TemporalValue;
use Orm\Runtime\Util\UuidConverter;
use Stringable;

/**
 * Values of PostgreSQL array columns: lists of values of the element type, or null. A model stores the string that the
 * server returns: `{1,NULL,"a b"}`.
 *
 * @internal
 */
final class ListValue
{
    private const ELEMENT = '/\G\s*(?:"((?:[^"\\\\]|\\\\.)*+)"'
        . '|([^",{}\\\\\s](?:[^",{}\\\\]*[^",{}\\\\\s])?))\s*/s';

    private const TEMPORAL = [
        'DATE' => true, 'TIME' => true, 'TIMESTAMPTZ' => true, 'DATETIME' => true, 'TIMESTAMP' => true,
    ];

    /**
     * @param mixed $value a list, its JSON, or the string of the server
     * @param string $type the type of the elements
     * @param bool $isRequired whether to reject an empty string, which otherwise means null
     */
    public static function text(mixed $value, string $type, string $column, bool $isRequired = false): ?string
    {
        if ($value === null || ($value === '' && !$isRequired)) {
            return null;
        }
        if (is_string($value)) {
            $value = ColumnValue::jsonList($value) ?? self::elements($value, $column);
        }
        if (!is_array($value)) {
            $message = 'Column %s expects a list, got a value of type %s';
            throw new InvalidArgumentException(sprintf($message, $column, get_debug_type($value)));
        }

        return self::written($value, $type, $column);
    }

    /**
     * @param string $type the type of the elements
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class the class for dates
     * @return list<mixed>
     */
    public static function list(?string $text, string $type, string $class = DateTime::class): array
    {
        return $text === null ? [] : self::mapped(
            self::elements($text, 'A column'),
            static fn (string $one): mixed => self::value($one, $type, $class),
        );
    }

    /** Returns whether two strings of the server are the same list. */
    public static function same(?string $stored, ?string $text, string $type, string $column): bool
    {
        return $stored === $text || ($stored !== null && $text !== null
            && self::text(self::list($stored, $type), $type, $column) === $text);
    }

    /**
     * Converts elements for exports: dates become strings.
     *
     * @param list<mixed> $values
     * @return list<mixed>
     */
    public static function plain(array $values, string $type): array
    {
        return self::mapped($values, static fn (mixed $one): mixed => match (true) {
            $one instanceof DateTimeInterface => self::momentText($one, $type),
            $one instanceof DateInterval => IntervalValue::text($one, 'element'),
            default => $one,
        });
    }

    /**
     * @param array<mixed> $values
     * @param Closure(mixed): mixed $change converts elements that are neither null nor lists
     * @return list<mixed>
     */
    private static function mapped(array $values, Closure $change): array
    {
        return array_map(static fn (mixed $one): mixed => match (true) {
            $one === null => null,
            is_array($one) => self::mapped($one, $change),
            default => $change($one),
        }, array_values($values));
    }

    /** @return list<mixed> strings, null, and lists of them */
    private static function elements(string $text, string $column): array
    {
        // An array whose positions do not start with 1 has its bounds as a prefix: `[0:1]={a,b}`.
        $braces = trim((string) preg_replace('/^\s*(?:\[-?\d+:-?\d+\])+=/', '', $text));
        $end = 0;
        $elements = self::inBraces($braces, $end);

        return $elements !== null && $end === strlen($braces) ? $elements : throw new InvalidArgumentException(
            sprintf('%s: "%s" is not a valid list of values', $column, substr($text, 0, 100)),
        );
    }

    /** @return list<mixed>|null null if no list starts at the position, which is moved to the end of the list */
    private static function inBraces(string $text, int &$at): ?array
    {
        $elements = [];
        if (preg_match('/\G\s*\{\s*(\}\s*)?/', $text, $parts, 0, $at) !== 1) {
            return null;
        }
        $at += strlen($parts[0]);
        if (isset($parts[1])) {
            return [];
        }
        do {
            if (preg_match(self::ELEMENT, $text, $parts, PREG_UNMATCHED_AS_NULL, $at) === 1) {
                $at += strlen($parts[0]);
                $elements[] = match (true) {
                    $parts[1] !== null => (string) preg_replace('/\\\\(.)/s', '$1', $parts[1]),
                    strtoupper((string) $parts[2]) === 'NULL' => null,
                    default => $parts[2],
                };
            } else {
                $inner = self::inBraces($text, $at);
                if ($inner === null) {
                    return null;
                }
                $elements[] = $inner;
            }
            $mark = $text[$at++] ?? '';
        } while ($mark === ',');
        $at += strspn($text, " \t\r\n", $at);

        return $mark === '}' ? $elements : null;
    }

    /** @param array<mixed> $values */
    private static function written(array $values, string $type, string $column): string
    {
        $inner = array_filter($values, is_array(...));
        if ($inner !== []) {
            // The server only supports inner lists of equal length.
            $lengths = array_unique(array_map(count(...), $inner));
            if (count($inner) !== count($values) || count($lengths) > 1 || in_array(0, $lengths, true)) {
                $message = 'Column %s: lists in a list must be all of one length, without other elements';
                throw new InvalidArgumentException(sprintf($message, $column));
            }
        }
        $texts = array_map(static fn (mixed $one): string => match (true) {
            $one === null => 'NULL',
            is_array($one) => self::written($one, $type, $column),
            default => self::quoted(self::element($one, $type, $column)),
        }, $values);

        return '{' . implode(',', $texts) . '}';
    }

    private static function quoted(string $text): string
    {
        return preg_match('/^(?!null$)[^\s",{}\\\\]+$/Di', $text) === 1 ? $text : '"' . addcslashes($text, '"\\') . '"';
    }

    private static function element(mixed $value, string $type, string $column): string
    {
        $isInterval = $value instanceof DateInterval && $type === 'INTERVAL';
        $isDate = $value instanceof DateTimeInterface && isset(self::TEMPORAL[$type]);
        if (!is_scalar($value) && !$value instanceof Stringable && !$isDate && !$isInterval) {
            $message = 'Column %s: an element of the list is a value of type %s';
            throw new InvalidArgumentException(sprintf($message, $column, get_debug_type($value)));
        }
        $text = match ($type) {
            'TINYINT', 'SMALLINT', 'INTEGER' => NumberValue::integer($value, $column, true),
            'BIGINT' => NumberValue::bigint($value, $column, true),
            'NUMERIC', 'DECIMAL' => NumberValue::nameOf($value) ?? NumberValue::decimal($value, $column, true),
            'REAL', 'FLOAT', 'DOUBLE' => NumberValue::nameOf($value)
                ?? var_export(NumberValue::float($value, $column, true), true),
            'BOOLEAN' => ColumnValue::boolean($value, $column, true) ? 't' : 'f',
            'UUID' => UuidConverter::checked(BoundValue::text($value), $column, true),
            'DATE', 'TIME', 'DATETIME', 'TIMESTAMP', 'TIMESTAMPTZ' => self::moment($value, $type, $column),
            'INTERVAL', 'INET', 'CIDR', 'MACADDR' => TypeText::text($type, $value, $column, true),
            default => BoundValue::text($value),
        };

        return (string) $text;
    }


    private static function moment(mixed $value, string $type, string $column): string
    {
        try {
            $date = PgsqlDate::of($value, $type === 'TIMESTAMPTZ', $column);
        } catch (OrmException $failure) {
            throw new InvalidArgumentException($failure->getMessage(), 0, $failure);
        }

        return match (true) {
            $date === null => throw new InvalidArgumentException(
                sprintf('Column %s: an element of the list is not a valid date', $column),
            ),
            is_string($date) => $date,
            default => self::momentText($date, $type),
        };
    }

    private static function momentText(DateTimeInterface $date, string $type): string
    {
        $date = DateTimeImmutable::createFromInterface($date);

        return match ($type) {
            'TIME' => $date->format('H:i:s.u'),
            'DATE' => PgsqlDate::text($date),
            'TIMESTAMPTZ' => PgsqlDate::instant($date),
            default => PgsqlDate::text($date, $date->format(' H:i:s.u')),
        };
    }

    /** @param class-string<DateTime>|class-string<DateTimeImmutable> $class */
    private static function value(string $text, string $type, string $class): mixed
    {
        return match ($type) {
            'TINYINT', 'SMALLINT', 'INTEGER' => (int) $text,
            'REAL', 'FLOAT', 'DOUBLE' => NumberValue::fromPgsql($text),
            'BOOLEAN' => $text === 't' || $text === 'true',
            'DATE', 'TIME', 'DATETIME', 'TIMESTAMP' => TemporalValue::read($text, $class),
            'TIMESTAMPTZ' => TemporalValue::readInstant($text, DateTimeImmutable::class),
            'INTERVAL' => IntervalValue::object($text),
            default => $text,
        };
    }
}
