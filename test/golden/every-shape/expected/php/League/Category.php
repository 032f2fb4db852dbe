<?php

declare(strict_types=1);

namespace League;

use League\Base\Category as BaseCategory;

class Category extends BaseCategory
{
}
