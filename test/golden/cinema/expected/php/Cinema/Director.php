<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\Director as BaseDirector;

class Director extends BaseDirector
{
}
