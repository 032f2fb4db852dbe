<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

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
 * Values of columns that are arrays of PostgreSQL: lists of values of the type of their elements, or null. A model
 * keeps the text that the server gives: `{1,NULL,"a b"}`.
 *
 * @internal
 */
final class ListValue
{
    private const ELEMENT = '/\G(?:"((?:[^"\\\\]|\\\\.)*+)"'
        . '|([^",{}\\\\\s](?:[^",{}\\\\]*[^",{}\\\\\s])?))(?:,|(?=\}$))/s';

    private const FORMATS = [
        'DATE' => 'Y-m-d', 'TIME' => 'H:i:s.u', 'TIMESTAMPTZ' => 'Y-m-d H:i:s.uP',
        'DATETIME' => 'Y-m-d H:i:s.u', 'TIMESTAMP' => 'Y-m-d H:i:s.u',
    ];

    /**
     * @param mixed $value a list, its JSON, or the text of the server
     * @param string $type that of the elements
     * @param bool $isRequired whether an empty text, which is null elsewhere, is refused
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
        $texts = [];
        foreach ($value as $one) {
            if (is_array($one)) {
                $message = 'Column %s: an element of the list is a list itself';
                throw new InvalidArgumentException(sprintf($message, $column));
            }
            $texts[] = $one === null ? 'NULL' : self::quoted(self::element($one, $type, $column));
        }

        return '{' . implode(',', $texts) . '}';
    }

    /**
     * @param string $type that of the elements
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class of elements that are dates
     * @return list<mixed>
     */
    public static function list(?string $text, string $type, string $class = DateTime::class): array
    {
        return $text === null ? [] : array_map(
            static fn (?string $one): mixed => $one === null ? null : self::value($one, $type, $class),
            self::elements($text, 'A column'),
        );
    }

    /** Whether two texts of the server are the same list. */
    public static function same(?string $stored, ?string $text, string $type, string $column): bool
    {
        return $stored === $text || ($stored !== null && $text !== null
            && self::text(self::list($stored, $type), $type, $column) === $text);
    }

    /**
     * Elements as exports have them: dates are texts.
     *
     * @param list<mixed> $values
     * @return list<mixed>
     */
    public static function plain(array $values, string $type): array
    {
        return array_map(static fn (mixed $one): mixed => match (true) {
            $one instanceof DateTimeInterface && $type === 'TIMESTAMPTZ' => TemporalValue::instantText($one),
            $one instanceof DateTimeInterface => $one->format(self::FORMATS[$type] ?? 'Y-m-d H:i:s.u'),
            $one instanceof DateInterval => IntervalValue::text($one, 'element'),
            default => $one,
        }, $values);
    }

    /** @return list<string|null> */
    private static function elements(string $text, string $column): array
    {
        $text = trim($text);
        $isWhole = str_starts_with($text, '{') && str_ends_with($text, '}') && !str_ends_with($text, ',}');
        $elements = [];
        for ($end = 1; $isWhole && $end < strlen($text) - 1; $end += strlen($parts[0])) {
            $isWhole = preg_match(self::ELEMENT, $text, $parts, PREG_UNMATCHED_AS_NULL, $end) === 1;
            if (!$isWhole) {
                break;
            }
            $elements[] = match (true) {
                $parts[1] !== null => (string) preg_replace('/\\\\(.)/s', '$1', $parts[1]),
                strtoupper((string) $parts[2]) === 'NULL' => null,
                default => $parts[2],
            };
        }

        return $isWhole && $text !== '{' ? $elements : throw new InvalidArgumentException(
            sprintf('%s: "%s" is not a valid list of values', $column, substr($text, 0, 100)),
        );
    }

    private static function quoted(string $text): string
    {
        return preg_match('/^(?!null$)[^\s",{}\\\\]+$/Di', $text) === 1 ? $text : '"' . addcslashes($text, '"\\') . '"';
    }

    private static function element(mixed $value, string $type, string $column): string
    {
        $isInterval = $value instanceof DateInterval && $type === 'INTERVAL';
        $isDate = $value instanceof DateTimeInterface && isset(self::FORMATS[$type]);
        if (!is_scalar($value) && !$value instanceof Stringable && !$isDate && !$isInterval) {
            $message = 'Column %s: an element of the list is a value of type %s';
            throw new InvalidArgumentException(sprintf($message, $column, get_debug_type($value)));
        }
        $text = match ($type) {
            'TINYINT', 'SMALLINT', 'INTEGER' => NumberValue::integer($value, $column, true),
            'BIGINT' => NumberValue::bigint($value, $column, true),
            'NUMERIC', 'DECIMAL' => NumberValue::decimal($value, $column, true),
            'REAL', 'FLOAT', 'DOUBLE' => self::floatText(NumberValue::float($value, $column, true)),
            'BOOLEAN' => ColumnValue::boolean($value, $column, true) ? 't' : 'f',
            'UUID' => UuidConverter::checked(BoundValue::text($value), $column, true),
            'DATE', 'TIME', 'DATETIME', 'TIMESTAMP', 'TIMESTAMPTZ' => self::moment($value, $type, $column),
            'INTERVAL', 'INET', 'CIDR', 'MACADDR' => TypeText::of($type, $value, $column, true),
            default => BoundValue::text($value),
        };

        return (string) $text;
    }

    private static function floatText(?float $value): string
    {
        return match (true) {
            $value === null => '',
            is_nan($value) => 'NaN',
            is_infinite($value) => $value > 0 ? 'Infinity' : '-Infinity',
            default => var_export($value, true),
        };
    }

    private static function moment(mixed $value, string $type, string $column): string
    {
        try {
            $date = $type === 'TIMESTAMPTZ'
                ? TemporalValue::parseInstant($value, DateTimeImmutable::class, $column)
                : TemporalValue::parse($value, DateTimeImmutable::class, $column);
        } catch (OrmException $failure) {
            throw new InvalidArgumentException($failure->getMessage(), 0, $failure);
        }
        if ($date === null) {
            throw new InvalidArgumentException(
                sprintf('Column %s: an element of the list is not a valid date', $column),
            );
        }

        return $type === 'TIMESTAMPTZ' ? TemporalValue::instantText($date) : $date->format(self::FORMATS[$type]);
    }

    /** @param class-string<DateTime>|class-string<DateTimeImmutable> $class */
    private static function value(string $text, string $type, string $class): mixed
    {
        return match ($type) {
            'TINYINT', 'SMALLINT', 'INTEGER' => (int) $text,
            'REAL', 'FLOAT', 'DOUBLE' => NumberValue::fromPgsql($text),
            'BOOLEAN' => $text === 't' || $text === 'true',
            'DATE', 'TIME', 'DATETIME', 'TIMESTAMP' => TemporalValue::parse($text, $class),
            'TIMESTAMPTZ' => new DateTimeImmutable($text),
            'INTERVAL' => IntervalValue::object($text),
            default => $text,
        };
    }
}
