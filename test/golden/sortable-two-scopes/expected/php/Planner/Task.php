<?php

declare(strict_types=1);

namespace Planner;

use Planner\Base\Task as BaseTask;

class Task extends BaseTask
{
}
