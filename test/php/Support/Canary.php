<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

/** Must never come to life. */
final class Canary
{
    public static bool $lives = false;

    public function __wakeup(): void
    {
        self::$lives = true;
    }

    public function __destruct()
    {
        self::$lives = true;
    }
}
