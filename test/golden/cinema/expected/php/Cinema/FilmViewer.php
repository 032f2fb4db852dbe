<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\FilmViewer as BaseFilmViewer;

class FilmViewer extends BaseFilmViewer
{
}
