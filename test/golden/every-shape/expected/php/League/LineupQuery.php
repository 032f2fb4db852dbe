<?php

declare(strict_types=1);

namespace League;

use League\Base\LineupQuery as BaseLineupQuery;

class LineupQuery extends BaseLineupQuery
{
}
