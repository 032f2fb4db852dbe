<?php

declare(strict_types=1);

namespace League;

use League\Base\TeamSummary as BaseTeamSummary;

class TeamSummary extends BaseTeamSummary
{
}
