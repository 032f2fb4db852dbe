<?php

declare(strict_types=1);

namespace League;

use League\Base\TeamSummaryQuery as BaseTeamSummaryQuery;

class TeamSummaryQuery extends BaseTeamSummaryQuery
{
}
