<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\PressNoticeQuery as BasePressNoticeQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `notice`, for methods of your own.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BasePressNoticeQuery<ParentQuery>
 */
class PressNoticeQuery extends BasePressNoticeQuery
{
}
