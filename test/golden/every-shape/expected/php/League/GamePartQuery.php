<?php

declare(strict_types=1);

namespace League;

use League\Base\GamePartQuery as BaseGamePartQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `game_part`, for methods of your own.
 *
 * Has a key of two columns, of which one is a foreign key.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseGamePartQuery<ParentQuery>
 */
class GamePartQuery extends BaseGamePartQuery
{
}
