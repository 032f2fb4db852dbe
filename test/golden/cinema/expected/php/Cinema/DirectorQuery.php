<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\DirectorQuery as BaseDirectorQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `director`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseDirectorQuery<ParentQuery>
 */
class DirectorQuery extends BaseDirectorQuery
{
}
