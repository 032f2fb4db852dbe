<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\NoticeQuery as BaseNoticeQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `notice`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseNoticeQuery<ParentQuery>
 */
class NoticeQuery extends BaseNoticeQuery
{
}
