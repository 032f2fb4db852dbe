<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Map\TableMapTrait;

/** Offers the instance pool of a table under this public name. Generated table maps get it from TableMapTrait. */
trait InstancePoolTrait
{
    use TableMapTrait;
}
