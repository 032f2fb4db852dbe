<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use RuntimeException;

/** Waits for what happens elsewhere, as long as a busy machine needs: see `test/support/patience.mjs`. */
final class Wait
{
    /** @param callable(): mixed $holds */
    public static function until(callable $holds, string $what, float $seconds = 60): void
    {
        $waited = 0.0;
        while (!$holds()) {
            $begin = hrtime(true);
            if ($waited > $seconds) {
                throw new RuntimeException("It did not happen: $what");
            }
            usleep(5_000);
            $pace = max(1.0, sys_getloadavg()[0] / 2);
            $waited += (hrtime(true) - $begin) / 1e9 / $pace;
        }
    }
}
