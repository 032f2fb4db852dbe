<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\FilmQuery as BaseFilmQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `film`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseFilmQuery<ParentQuery>
 */
class FilmQuery extends BaseFilmQuery
{
}
