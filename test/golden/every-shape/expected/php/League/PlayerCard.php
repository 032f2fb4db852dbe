<?php

declare(strict_types=1);

namespace League;

use League\Base\PlayerCard as BasePlayerCard;

class PlayerCard extends BasePlayerCard
{
}
