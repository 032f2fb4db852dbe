<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Orm;

/** Says whether saving objects of a class makes versions. */
trait VersionableQueryTrait
{
    use QueryHost;

    /** @return bool */
    public static function isVersioningEnabled()
    {
        return !isset(Orm::services()->tables->versioningOff[self::tableMap()]);
    }

    /** @return void */
    public static function enableVersioning()
    {
        unset(Orm::services()->tables->versioningOff[self::tableMap()]);
    }

    /**
     * Lets saves make no versions, until enableVersioning() or Orm::reset().
     *
     * @return void
     */
    public static function disableVersioning()
    {
        Orm::services()->tables->versioningOff[self::tableMap()] = true;
    }
}
