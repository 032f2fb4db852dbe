<?php

declare(strict_types=1);

namespace League;

use League\Base\GameQuery as BaseGameQuery;

class GameQuery extends BaseGameQuery
{
}
