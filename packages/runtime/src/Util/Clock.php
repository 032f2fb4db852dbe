<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use DateTimeImmutable;
use DateTimeZone;
use Orm\Runtime\Orm;

/** The current time for behaviors that store it, from the application's PSR-20 clock or the system. */
final class Clock
{
    private function __construct()
    {
    }

    public static function now(): DateTimeImmutable
    {
        $clock = Orm::services()->clock;

        return $clock === null
            ? new DateTimeImmutable()
            : $clock->now()->setTimezone(new DateTimeZone(date_default_timezone_get()));
    }
}
