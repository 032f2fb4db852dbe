<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\Film as BaseFilm;

class Film extends BaseFilm
{
}
