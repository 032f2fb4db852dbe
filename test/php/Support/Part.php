<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

/**
 * Which part of many similar cases this run tries: ORM_TEST_PART=2/5 is the second of five, whose other parts the same
 * tests try on other databases or versions of PHP. Without it, all of them.
 */
final class Part
{
    public static function of(int $cases): int
    {
        return intdiv($cases, self::read()[1]);
    }

    public static function has(int $case): bool
    {
        [$part, $parts] = self::read();

        return $case % $parts === $part % $parts;
    }

    /** @return array{int, int} */
    private static function read(): array
    {
        [$part, $parts] = explode('/', getenv('ORM_TEST_PART') ?: '1/1');

        return [(int) $part, (int) $parts];
    }
}
