<?php

declare(strict_types=1);

namespace League;

use League\Base\PlayerSkillQuery as BasePlayerSkillQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `player_skill`, for methods of your own.
 *
 * Many-to-many.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BasePlayerSkillQuery<ParentQuery>
 */
class PlayerSkillQuery extends BasePlayerSkillQuery
{
}
