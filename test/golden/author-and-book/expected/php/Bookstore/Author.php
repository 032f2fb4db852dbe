<?php

declare(strict_types=1);

namespace Bookstore;

use Bookstore\Base\Author as BaseAuthor;

class Author extends BaseAuthor
{
}
