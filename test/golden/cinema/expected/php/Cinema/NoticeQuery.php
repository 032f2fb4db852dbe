<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\NoticeQuery as BaseNoticeQuery;

class NoticeQuery extends BaseNoticeQuery
{
}
