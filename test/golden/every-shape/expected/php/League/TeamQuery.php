<?php

declare(strict_types=1);

namespace League;

use League\Base\TeamQuery as BaseTeamQuery;

class TeamQuery extends BaseTeamQuery
{
}
