<?php

declare(strict_types=1);

namespace League;

use League\Base\PlayerQuery as BasePlayerQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `player`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BasePlayerQuery<ParentQuery>
 */
class PlayerQuery extends BasePlayerQuery
{
}
