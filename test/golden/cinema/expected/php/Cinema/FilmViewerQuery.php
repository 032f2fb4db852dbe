<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\FilmViewerQuery as BaseFilmViewerQuery;

class FilmViewerQuery extends BaseFilmViewerQuery
{
}
