<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory;

use Closure;
use Orm\Runtime\Exception\LogicException;

/**
 * Creates functions that generate the values of columns.
 *
 * @internal
 */
final class Maker
{
    /**
     * @param array<string, mixed> $spec
     * @return Closure(int): mixed
     */
    public static function of(array $spec, Fake $fake, string $column): Closure
    {
        $isUnique = isset($spec['unique']);

        return match ($spec['is']) {
            'text' => self::text($spec, $fake, $column),
            'integer' => $isUnique
                ? static fn (int $number): int => self::counted($spec, $number, $column)
                : $fake->integers($spec['least'], $spec['most']),
            'decimal' => $isUnique
                ? static fn (int $number): string => (string) self::counted($spec, $number, $column)
                : self::decimal($spec, $fake),
            'boolean' => static fn (): bool => $fake->integer(0, 1) === 1,
            'choice' => $isUnique
                ? static fn (int $number): string => $spec['values'][$number - 1] ?? self::exhausted($column)
                : $fake->choices($spec['values']),
            'choices' => static fn (): array => [$fake->of($spec['values'])],
            'date' => $isUnique
                ? static fn (int $number): string => gmdate('Y-m-d', 946684800 + 86400 * $number)
                : static fn (): string => gmdate('Y-m-d', $fake->second($spec['of'])),
            'time' => static fn (int $number): string => gmdate('H:i:s', $isUnique ? $number : $fake->second('past')),
            'moment' => $isUnique
                ? static fn (int $number): string => gmdate('Y-m-d H:i:s', 946684800 + 3600 * $number) . ' UTC'
                : static fn (): string => gmdate('Y-m-d H:i:s', $fake->second($spec['of'])) . ' UTC',
            'uuid' => static fn (int $number): string => $fake->uuid($number),
            'json' => static fn (): array => ['text' => $fake->words(3), 'number' => $fake->integer(1, 100)],
            'words' => static fn (): array => explode(' ', $fake->words(3)),
            'empty' => static fn (): array => [],
            'bytes' => static fn (int $number): string => substr(
                str_pad(pack('N', $number), $spec['size'], "\1", STR_PAD_LEFT),
                -$spec['size'],
            ),
            default => throw new LogicException(sprintf(
                'No factory can make values of the type %s; give %s one with state()',
                $spec['type'],
                $column,
            )),
        };
    }

    /**
     * @param array<string, mixed> $spec
     * @return Closure(int): string
     */
    private static function text(array $spec, Fake $fake, string $column): Closure
    {
        if (isset($spec['text'])) {
            return static fn (): string => $spec['text'];
        }
        $make = $fake->maker($spec['of']);
        $size = $spec['size'] ?? null;
        $least = $spec['least'] ?? 0;
        $fitted = static function (string $text) use ($size, $least): string {
            if ($size !== null && strlen($text) > $size && preg_match('/^.{' . $size . '}/us', $text, $found) === 1) {
                $text = rtrim($found[0]);
            }

            return strlen($text) < $least ? str_pad($text, $least, 'x') : $text;
        };
        if (!isset($spec['unique'])) {
            $longest = $fake->longest($spec['of']);
            if ($least === 0 && ($size === null || ($longest !== null && $longest <= $size))) {
                return $make;
            }

            return static function () use ($make, $fitted, $size, $least): string {
                $text = $make();
                $length = strlen($text);

                return ($size === null || $length <= $size) && $length >= $least ? $text : $fitted($text);
            };
        }

        return static function (int $number) use ($make, $fitted, $size, $spec, $column): string {
            $digits = base_convert((string) $number, 10, 36);
            if ($size !== null && $size < 8) {
                return strlen($digits) > $size ? self::exhausted($column) : str_pad($digits, $size, '0', STR_PAD_LEFT);
            }
            $text = Fake::numbered($make(), $spec['of'], $digits);
            // The unique part is at the end, and must not be cut off.
            if ($size !== null && strlen($text) > $size) {
                $text = substr(preg_replace('/[^a-z0-9]/i', '', $text), 0, $size - strlen($digits) - 1) . '-' . $digits;
            }

            return $fitted($text);
        };
    }

    /**
     * @param array<string, mixed> $spec
     * @return Closure(): string
     */
    private static function decimal(array $spec, Fake $fake): Closure
    {
        $digits = $spec['digits'] ?? 0;
        $factor = 10 ** $digits;
        $least = (int) ceil($spec['least'] * $factor);
        $most = (int) floor($spec['most'] * $factor);
        if ($digits === 2) {
            return static fn (): string => sprintf('%.2F', $fake->integer($least, $most) / 100);
        }

        return static fn (): string => number_format($fake->integer($least, $most) / $factor, $digits, '.', '');
    }

    /** @param array<string, mixed> $spec */
    private static function counted(array $spec, int $number, string $column): int
    {
        $value = (int) ceil($spec['least']) + $number - 1;

        return $value > $spec['highest'] ? self::exhausted($column) : $value;
    }

    private static function exhausted(string $column): never
    {
        throw new LogicException(sprintf('%s has no more values that no row has', $column));
    }
}
