<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Orm;

/** Turns versioning on and off for the objects of a class. */
trait VersionableQueryTrait
{
    use QueryHost;

    /** @return bool */
    public static function isVersioningEnabled()
    {
        return !isset(Orm::services()->versioningOff[self::tableMap()]);
    }

    /** @return void */
    public static function enableVersioning()
    {
        unset(Orm::services()->versioningOff[self::tableMap()]);
    }

    /**
     * Makes saves create no versions, until enableVersioning() or Orm::reset().
     *
     * @return void
     */
    public static function disableVersioning()
    {
        Orm::services()->versioningOff[self::tableMap()] = true;
    }
}
