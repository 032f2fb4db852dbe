<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\FilmSheet as BaseFilmSheet;

class FilmSheet extends BaseFilmSheet
{
}
