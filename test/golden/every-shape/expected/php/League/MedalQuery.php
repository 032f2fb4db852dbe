<?php

declare(strict_types=1);

namespace League;

use League\Base\MedalQuery as BaseMedalQuery;

class MedalQuery extends BaseMedalQuery
{
}
