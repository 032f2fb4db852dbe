<?php

declare(strict_types=1);

namespace League;

use League\Base\PlayerQuery as BasePlayerQuery;

class PlayerQuery extends BasePlayerQuery
{
}
