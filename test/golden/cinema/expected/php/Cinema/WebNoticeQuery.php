<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\WebNoticeQuery as BaseWebNoticeQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `notice`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseWebNoticeQuery<ParentQuery>
 */
class WebNoticeQuery extends BaseWebNoticeQuery
{
}
