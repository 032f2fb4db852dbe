<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

/** Says whether saving objects of a class makes versions. */
trait VersionableQueryTrait
{
    private static bool $isVersioningEnabled = true;

    public static function isVersioningEnabled(): bool
    {
        return self::$isVersioningEnabled;
    }

    public static function enableVersioning(): void
    {
        self::$isVersioningEnabled = true;
    }

    public static function disableVersioning(): void
    {
        self::$isVersioningEnabled = false;
    }
}
