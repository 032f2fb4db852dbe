<?php

declare(strict_types=1);

namespace Bookstore;

use Bookstore\Base\Book as BaseBook;

class Book extends BaseBook
{
}
