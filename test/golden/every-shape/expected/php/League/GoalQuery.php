<?php

declare(strict_types=1);

namespace League;

use League\Base\GoalQuery as BaseGoalQuery;

class GoalQuery extends BaseGoalQuery
{
}
