<?php

declare(strict_types=1);

namespace App\Orm;

use App\Orm\Base\Book as BaseBook;
use Illuminate\Contracts\Routing\UrlRoutable;
use Orm\Laravel\Routing\RoutableModel;

/** `route('books.edit', $book)` needs the trait; arguments of controllers do not. */
class Book extends BaseBook implements UrlRoutable
{
    use RoutableModel;
}
