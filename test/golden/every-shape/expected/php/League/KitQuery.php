<?php

declare(strict_types=1);

namespace League;

use League\Base\KitQuery as BaseKitQuery;

class KitQuery extends BaseKitQuery
{
}
