<?php

declare(strict_types=1);

namespace Bookstore;

use Bookstore\Base\BookQuery as BaseBookQuery;

class BookQuery extends BaseBookQuery
{
}
