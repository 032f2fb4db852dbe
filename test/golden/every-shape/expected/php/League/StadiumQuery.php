<?php

declare(strict_types=1);

namespace League;

use League\Base\StadiumQuery as BaseStadiumQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `stadium`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseStadiumQuery<ParentQuery>
 */
class StadiumQuery extends BaseStadiumQuery
{
}
