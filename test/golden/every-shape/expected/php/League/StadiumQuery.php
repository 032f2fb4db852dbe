<?php

declare(strict_types=1);

namespace League;

use League\Base\StadiumQuery as BaseStadiumQuery;

class StadiumQuery extends BaseStadiumQuery
{
}
