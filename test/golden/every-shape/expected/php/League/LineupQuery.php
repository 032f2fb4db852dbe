<?php

declare(strict_types=1);

namespace League;

use League\Base\LineupQuery as BaseLineupQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `lineup`, for methods of your own.
 *
 * Many-to-many of three tables, with the year in the key.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseLineupQuery<ParentQuery>
 */
class LineupQuery extends BaseLineupQuery
{
}
