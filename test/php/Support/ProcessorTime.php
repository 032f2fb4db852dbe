<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

/** What must be fast is measured in processor time, so that no test fails because the machine is busy. */
final class ProcessorTime
{
    /** The seconds that this process has used; PHP for WebAssembly counts none. */
    public static function seconds(): float
    {
        ['ru_utime.tv_sec' => $seconds, 'ru_utime.tv_usec' => $microseconds] = getrusage();

        return $seconds + $microseconds / 1e6;
    }
}
