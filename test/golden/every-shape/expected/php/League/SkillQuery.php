<?php

declare(strict_types=1);

namespace League;

use League\Base\SkillQuery as BaseSkillQuery;

class SkillQuery extends BaseSkillQuery
{
}
