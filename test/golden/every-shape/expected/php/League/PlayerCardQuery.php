<?php

declare(strict_types=1);

namespace League;

use League\Base\PlayerCardQuery as BasePlayerCardQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `player_card`, for methods of your own.
 *
 * One for each player.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BasePlayerCardQuery<ParentQuery>
 */
class PlayerCardQuery extends BasePlayerCardQuery
{
}
