<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\FilmSheetQuery as BaseFilmSheetQuery;

class FilmSheetQuery extends BaseFilmSheetQuery
{
}
