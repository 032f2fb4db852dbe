<?php

declare(strict_types=1);

namespace League;

use League\Base\Lineup as BaseLineup;

class Lineup extends BaseLineup
{
}
