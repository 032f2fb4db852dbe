<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use DateTimeImmutable;
use DateTimeInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\TemporalValue;
use Stringable;

/**
 * An immutable range of integers, decimal numbers as strings of digits, or dates, as in PostgreSQL.
 *
 * A bound of null means that the range is unbounded on that side.
 */
final class Range implements Stringable
{
    private const ENDS = ['-Infinity' => -1, 'Infinity' => 1, 'NaN' => 2];

    public readonly string $bounds;

    /** @param string $bounds `[` and `]` if a bound belongs to the range, `(` and `)` if it does not */
    public function __construct(
        public readonly DateTimeInterface|int|float|string|null $lower = null,
        public readonly DateTimeInterface|int|float|string|null $upper = null,
        string $bounds = '[)',
        private readonly bool $empty = false,
    ) {
        if (!in_array($bounds, ['[)', '[]', '(]', '()'], true)) {
            throw new InvalidArgumentException(sprintf('"%s" is not a valid pair of bounds: use "[)"', $bounds));
        }
        if ($lower !== null && $upper !== null && self::compare($lower, $upper) > 0) {
            throw new InvalidArgumentException('The lower bound of a range is above its upper bound');
        }
        // A missing bound never belongs to the range.
        $this->bounds = ($lower === null ? '(' : $bounds[0]) . ($upper === null ? ')' : $bounds[1]);
    }

    /** Returns the empty range. */
    public static function empty(): self
    {
        return new self(null, null, '()', true);
    }

    /** Returns the range that contains everything. */
    public static function unbounded(): self
    {
        return new self(null, null, '()');
    }

    public function isEmpty(): bool
    {
        return $this->empty || ($this->lower !== null && $this->upper !== null && $this->bounds !== '[]'
            && self::compare($this->lower, $this->upper) === 0);
    }

    public function isLowerUnbounded(): bool
    {
        return $this->lower === null && !$this->empty;
    }

    public function isUpperUnbounded(): bool
    {
        return $this->upper === null && !$this->empty;
    }

    public function isUnbounded(): bool
    {
        return $this->isLowerUnbounded() && $this->isUpperUnbounded();
    }

    /** Returns whether the range contains a value, or all of another range. */
    public function contains(Range|DateTimeInterface|int|float|string $value): bool
    {
        if ($value instanceof self) {
            return $value->isEmpty() || (!$this->isEmpty() && $this->startsBefore($value) && $this->endsAfter($value));
        }
        $below = $this->lower === null ? -1 : self::compare($this->lower, $value);
        $above = $this->upper === null ? 1 : self::compare($this->upper, $value);

        return !$this->isEmpty()
            && ($below < 0 || ($below === 0 && $this->bounds[0] === '['))
            && ($above > 0 || ($above === 0 && $this->bounds[1] === ']'));
    }

    /** Returns the range in PostgreSQL's format. */
    public function __toString(): string
    {
        return $this->isEmpty()
            ? 'empty'
            : $this->bounds[0] . self::text($this->lower) . ',' . self::text($this->upper) . $this->bounds[1];
    }

    private function startsBefore(Range $other): bool
    {
        if ($this->lower === null || $other->lower === null) {
            return $this->lower === null;
        }
        $order = self::compare($this->lower, $other->lower);

        return $order < 0 || ($order === 0 && ($this->bounds[0] === '[' || $other->bounds[0] === '('));
    }

    private function endsAfter(Range $other): bool
    {
        if ($this->upper === null || $other->upper === null) {
            return $this->upper === null;
        }
        $order = self::compare($this->upper, $other->upper);

        return $order > 0 || ($order === 0 && ($this->bounds[1] === ']' || $other->bounds[1] === ')'));
    }

    private static function text(DateTimeInterface|int|float|string|null $bound): string
    {
        return match (true) {
            $bound instanceof DateTimeInterface => '"' . PgsqlDate::instant($bound) . '"',
            is_float($bound) => var_export($bound, true),
            is_string($bound) && preg_match('/^[\w.:+-]+$/D', $bound) !== 1 => '"' . addcslashes($bound, '"\\') . '"',
            default => (string) $bound,
        };
    }

    /** Decimal numbers are compared by all of their digits. */
    private static function compare(
        DateTimeInterface|int|float|string $one,
        DateTimeInterface|int|float|string $other,
    ): int {
        $ends = [self::end($one), self::end($other)];
        if ($ends !== [0, 0]) {
            return $ends[0] <=> $ends[1];
        }
        if (self::isDate($one) || self::isDate($other)) {
            $one = is_string($one) ? TemporalValue::readInstant($one, DateTimeImmutable::class) : $one;
            $other = is_string($other) ? TemporalValue::readInstant($other, DateTimeImmutable::class) : $other;

            return $one <=> $other;
        }
        $digits = [self::digits($one), self::digits($other)];
        if (in_array(null, $digits, true)) {
            return $one <=> $other;
        }
        [[$sign, $whole, $fraction], [$otherSign, $otherWhole, $otherFraction]] = $digits;
        $length = max(strlen($fraction), strlen($otherFraction));
        $size = strlen($whole) <=> strlen($otherWhole)
            ?: strcmp($whole . str_pad($fraction, $length, '0'), $otherWhole . str_pad($otherFraction, $length, '0'));

        return $sign === $otherSign ? $sign * ($size <=> 0) : $sign <=> $otherSign;
    }

    private static function isDate(DateTimeInterface|int|float|string $bound): bool
    {
        return $bound instanceof DateTimeInterface
            || (is_string($bound) && preg_match('/^\d{4,6}-\d\d-\d\d/', $bound) === 1);
    }

    /** @return int the position of a bound that PostgreSQL orders before or after all others, otherwise 0 */
    private static function end(DateTimeInterface|int|float|string $bound): int
    {
        return self::ENDS[NumberValue::nameOf($bound) ?? ''] ?? 0;
    }

    /** @return array{int, string, string}|null the sign, and the digits before and after the decimal point */
    private static function digits(int|float|string $number): ?array
    {
        if (preg_match('/^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/D', trim((string) $number), $parts) !== 1) {
            return null;
        }
        $isZero = $parts[2] === '' && ($parts[3] ?? '') === '';

        return [$isZero ? 0 : ($parts[1] === '-' ? -1 : 1), $parts[2], $parts[3] ?? ''];
    }
}
