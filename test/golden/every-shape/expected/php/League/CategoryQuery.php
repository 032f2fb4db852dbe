<?php

declare(strict_types=1);

namespace League;

use League\Base\CategoryQuery as BaseCategoryQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `category`, for methods of your own.
 *
 * Refers to itself.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseCategoryQuery<ParentQuery>
 */
class CategoryQuery extends BaseCategoryQuery
{
}
