<?php

declare(strict_types=1);

namespace League;

use League\Base\PlayerCardQuery as BasePlayerCardQuery;

class PlayerCardQuery extends BasePlayerCardQuery
{
}
