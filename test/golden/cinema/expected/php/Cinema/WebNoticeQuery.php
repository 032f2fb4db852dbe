<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\WebNoticeQuery as BaseWebNoticeQuery;

class WebNoticeQuery extends BaseWebNoticeQuery
{
}
