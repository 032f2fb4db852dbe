<?php

declare(strict_types=1);

namespace League;

use League\Base\Player as BasePlayer;

class Player extends BasePlayer
{
}
