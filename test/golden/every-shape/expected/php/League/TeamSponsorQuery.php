<?php

declare(strict_types=1);

namespace League;

use League\Base\TeamSponsorQuery as BaseTeamSponsorQuery;

class TeamSponsorQuery extends BaseTeamSponsorQuery
{
}
