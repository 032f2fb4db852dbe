<?php

declare(strict_types=1);

namespace League;

use League\Base\PrizeQuery as BasePrizeQuery;

class PrizeQuery extends BasePrizeQuery
{
}
