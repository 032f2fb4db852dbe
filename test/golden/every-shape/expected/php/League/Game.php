<?php

declare(strict_types=1);

namespace League;

use League\Base\Game as BaseGame;

class Game extends BaseGame
{
}
