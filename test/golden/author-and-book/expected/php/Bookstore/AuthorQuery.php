<?php

declare(strict_types=1);

namespace Bookstore;

use Bookstore\Base\AuthorQuery as BaseAuthorQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `author`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseAuthorQuery<ParentQuery>
 */
class AuthorQuery extends BaseAuthorQuery
{
}
