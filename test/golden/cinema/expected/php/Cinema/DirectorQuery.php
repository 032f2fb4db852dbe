<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\DirectorQuery as BaseDirectorQuery;

class DirectorQuery extends BaseDirectorQuery
{
}
