<?php

declare(strict_types=1);

namespace League;

use League\Base\TeamSponsor as BaseTeamSponsor;

class TeamSponsor extends BaseTeamSponsor
{
}
