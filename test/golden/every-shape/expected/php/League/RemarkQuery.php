<?php

declare(strict_types=1);

namespace League;

use League\Base\RemarkQuery as BaseRemarkQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `remark`, for methods of your own.
 *
 * Polymorphic: about a team or a player.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseRemarkQuery<ParentQuery>
 */
class RemarkQuery extends BaseRemarkQuery
{
}
