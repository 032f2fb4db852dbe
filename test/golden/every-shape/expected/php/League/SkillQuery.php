<?php

declare(strict_types=1);

namespace League;

use League\Base\SkillQuery as BaseSkillQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `skill`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseSkillQuery<ParentQuery>
 */
class SkillQuery extends BaseSkillQuery
{
}
