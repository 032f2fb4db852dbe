<?php

declare(strict_types=1);

namespace League;

use League\Base\Stadium as BaseStadium;

class Stadium extends BaseStadium
{
}
