<?php

declare(strict_types=1);

namespace League;

use League\Base\Goal as BaseGoal;

class Goal extends BaseGoal
{
}
