<?php

declare(strict_types=1);

namespace League;

use League\Base\SponsorQuery as BaseSponsorQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `sponsor`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseSponsorQuery<ParentQuery>
 */
class SponsorQuery extends BaseSponsorQuery
{
}
