<?php

declare(strict_types=1);

namespace League;

use League\Base\Team as BaseTeam;

class Team extends BaseTeam
{
}
