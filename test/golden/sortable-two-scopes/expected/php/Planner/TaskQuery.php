<?php

declare(strict_types=1);

namespace Planner;

use Planner\Base\TaskQuery as BaseTaskQuery;

class TaskQuery extends BaseTaskQuery
{
}
