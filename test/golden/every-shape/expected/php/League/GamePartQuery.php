<?php

declare(strict_types=1);

namespace League;

use League\Base\GamePartQuery as BaseGamePartQuery;

class GamePartQuery extends BaseGamePartQuery
{
}
