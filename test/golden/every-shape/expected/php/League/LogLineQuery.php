<?php

declare(strict_types=1);

namespace League;

use League\Base\LogLineQuery as BaseLogLineQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `log_line`, for methods of your own.
 *
 * Has no key.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseLogLineQuery<ParentQuery>
 */
class LogLineQuery extends BaseLogLineQuery
{
}
