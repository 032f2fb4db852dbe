<?php

declare(strict_types=1);

namespace Planner;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Planner\Base\MemberQuery as BaseMemberQuery;

/**
 * A query on the table `member`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseMemberQuery<ParentQuery>
 */
class MemberQuery extends BaseMemberQuery
{
}
