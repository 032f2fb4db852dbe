<?php

declare(strict_types=1);

namespace League;

use League\Base\GamePart as BaseGamePart;

class GamePart extends BaseGamePart
{
}
