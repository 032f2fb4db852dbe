<?php

declare(strict_types=1);

namespace League;

use League\Base\KitQuery as BaseKitQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `kit`, for methods of your own.
 *
 * Every column type.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseKitQuery<ParentQuery>
 */
class KitQuery extends BaseKitQuery
{
}
