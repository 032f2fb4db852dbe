<?php

declare(strict_types=1);

namespace League;

use League\Base\FriendshipQuery as BaseFriendshipQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `friendship`, for methods of your own.
 *
 * Many-to-many of one table with itself.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseFriendshipQuery<ParentQuery>
 */
class FriendshipQuery extends BaseFriendshipQuery
{
}
