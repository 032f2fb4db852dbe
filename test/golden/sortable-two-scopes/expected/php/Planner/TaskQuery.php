<?php

declare(strict_types=1);

namespace Planner;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Planner\Base\TaskQuery as BaseTaskQuery;

/**
 * A query on the table `task`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseTaskQuery<ParentQuery>
 */
class TaskQuery extends BaseTaskQuery
{
}
