<?php

declare(strict_types=1);

namespace League;

use League\Base\MedalQuery as BaseMedalQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `prize`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseMedalQuery<ParentQuery>
 */
class MedalQuery extends BaseMedalQuery
{
}
