<?php

declare(strict_types=1);

namespace League;

use League\Base\Friendship as BaseFriendship;

class Friendship extends BaseFriendship
{
}
