<?php

declare(strict_types=1);

namespace League;

use League\Base\CupQuery as BaseCupQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `prize`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseCupQuery<ParentQuery>
 */
class CupQuery extends BaseCupQuery
{
}
