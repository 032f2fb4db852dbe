<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\FilmViewerQuery as BaseFilmViewerQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `film_viewer`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseFilmViewerQuery<ParentQuery>
 */
class FilmViewerQuery extends BaseFilmViewerQuery
{
}
