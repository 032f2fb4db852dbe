<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

/** Says whether saving objects of a class makes versions. */
trait VersionableQueryTrait
{
    private static bool $isVersioningEnabled = true;

    /** @return bool */
    public static function isVersioningEnabled()
    {
        return self::$isVersioningEnabled;
    }

    /** @return void */
    public static function enableVersioning()
    {
        self::$isVersioningEnabled = true;
    }

    /** @return void */
    public static function disableVersioning()
    {
        self::$isVersioningEnabled = false;
    }
}
