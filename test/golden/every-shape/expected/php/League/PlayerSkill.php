<?php

declare(strict_types=1);

namespace League;

use League\Base\PlayerSkill as BasePlayerSkill;

class PlayerSkill extends BasePlayerSkill
{
}
