<?php

declare(strict_types=1);

namespace League;

use League\Base\PlayerSkillQuery as BasePlayerSkillQuery;

class PlayerSkillQuery extends BasePlayerSkillQuery
{
}
