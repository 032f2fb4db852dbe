<?php

declare(strict_types=1);

namespace Bookstore;

use Bookstore\Base\BookQuery as BaseBookQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `book`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseBookQuery<ParentQuery>
 */
class BookQuery extends BaseBookQuery
{
}
