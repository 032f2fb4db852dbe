<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Map\TableMapTrait;

/** The pool of a table under a name that code of others may use: generated table maps have it from TableMapTrait. */
trait InstancePoolTrait
{
    use TableMapTrait;
}
