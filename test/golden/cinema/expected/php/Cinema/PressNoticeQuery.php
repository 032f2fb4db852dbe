<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\PressNoticeQuery as BasePressNoticeQuery;

class PressNoticeQuery extends BasePressNoticeQuery
{
}
