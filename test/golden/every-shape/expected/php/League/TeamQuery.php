<?php

declare(strict_types=1);

namespace League;

use League\Base\TeamQuery as BaseTeamQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `team`, for methods of your own.
 *
 * Mutual with player, referenced twice by game.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseTeamQuery<ParentQuery>
 */
class TeamQuery extends BaseTeamQuery
{
}
