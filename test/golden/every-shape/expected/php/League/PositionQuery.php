<?php

declare(strict_types=1);

namespace League;

use League\Base\PositionQuery as BasePositionQuery;

class PositionQuery extends BasePositionQuery
{
}
