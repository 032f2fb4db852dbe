<?php

declare(strict_types=1);

namespace League;

use League\Base\FriendshipQuery as BaseFriendshipQuery;

class FriendshipQuery extends BaseFriendshipQuery
{
}
