<?php

declare(strict_types=1);

namespace League;

use League\Base\RemarkQuery as BaseRemarkQuery;

class RemarkQuery extends BaseRemarkQuery
{
}
