<?php

declare(strict_types=1);

namespace Bookstore;

use Bookstore\Base\AuthorQuery as BaseAuthorQuery;

class AuthorQuery extends BaseAuthorQuery
{
}
