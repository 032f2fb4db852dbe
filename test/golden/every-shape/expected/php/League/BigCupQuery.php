<?php

declare(strict_types=1);

namespace League;

use League\Base\BigCupQuery as BaseBigCupQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `prize`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseBigCupQuery<ParentQuery>
 */
class BigCupQuery extends BaseBigCupQuery
{
}
