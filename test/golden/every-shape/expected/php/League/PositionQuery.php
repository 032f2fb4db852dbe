<?php

declare(strict_types=1);

namespace League;

use League\Base\PositionQuery as BasePositionQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `position`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BasePositionQuery<ParentQuery>
 */
class PositionQuery extends BasePositionQuery
{
}
