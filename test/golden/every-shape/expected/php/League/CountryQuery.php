<?php

declare(strict_types=1);

namespace League;

use League\Base\CountryQuery as BaseCountryQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `country`, for methods of your own.
 *
 * Referenced by a column that is not its key.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseCountryQuery<ParentQuery>
 */
class CountryQuery extends BaseCountryQuery
{
}
