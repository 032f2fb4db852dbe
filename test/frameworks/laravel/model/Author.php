<?php

declare(strict_types=1);

namespace App\Orm;

use App\Orm\Base\Author as BaseAuthor;
use Illuminate\Contracts\Routing\UrlRoutable;
use Orm\Laravel\Routing\RoutableModel;

class Author extends BaseAuthor implements UrlRoutable
{
    use RoutableModel;
}
