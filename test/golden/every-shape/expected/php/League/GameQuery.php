<?php

declare(strict_types=1);

namespace League;

use League\Base\GameQuery as BaseGameQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `game`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseGameQuery<ParentQuery>
 */
class GameQuery extends BaseGameQuery
{
}
