<?php

declare(strict_types=1);

namespace League;

use League\Base\PrizeQuery as BasePrizeQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `prize`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BasePrizeQuery<ParentQuery>
 */
class PrizeQuery extends BasePrizeQuery
{
}
