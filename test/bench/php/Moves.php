<?php

declare(strict_types=1);

namespace Orm\Bench;

use Generator;

/** The same moves in a list for both sides. */
final class Moves
{
    /** @return Generator<array{int, int}> the position of a member among the keys, and its new rank */
    public static function of(int $size, int $times): Generator
    {
        mt_srand(24);
        for ($i = 0; $i < $times; $i++) {
            yield [mt_rand(0, $size - 1), mt_rand(1, $size)];
        }
    }
}
