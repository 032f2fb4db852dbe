<?php

declare(strict_types=1);

namespace League;

use League\Base\Skill as BaseSkill;

class Skill extends BaseSkill
{
}
