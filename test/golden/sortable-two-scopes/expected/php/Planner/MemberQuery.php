<?php

declare(strict_types=1);

namespace Planner;

use Planner\Base\MemberQuery as BaseMemberQuery;

class MemberQuery extends BaseMemberQuery
{
}
