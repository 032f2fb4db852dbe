<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\ViewerQuery as BaseViewerQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `viewer`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseViewerQuery<ParentQuery>
 */
class ViewerQuery extends BaseViewerQuery
{
}
