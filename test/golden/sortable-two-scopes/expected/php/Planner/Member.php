<?php

declare(strict_types=1);

namespace Planner;

use Planner\Base\Member as BaseMember;

class Member extends BaseMember
{
}
