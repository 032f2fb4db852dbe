<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\FilmQuery as BaseFilmQuery;

class FilmQuery extends BaseFilmQuery
{
}
