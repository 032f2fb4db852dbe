<?php

declare(strict_types=1);

namespace League;

use League\Base\GoalQuery as BaseGoalQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `goal`, for methods of your own.
 *
 * Refers to a key of two columns.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseGoalQuery<ParentQuery>
 */
class GoalQuery extends BaseGoalQuery
{
}
