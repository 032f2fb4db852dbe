<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\FilmSheetQuery as BaseFilmSheetQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `film_sheet`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseFilmSheetQuery<ParentQuery>
 */
class FilmSheetQuery extends BaseFilmSheetQuery
{
}
