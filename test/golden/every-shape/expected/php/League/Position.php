<?php

declare(strict_types=1);

namespace League;

use League\Base\Position as BasePosition;

class Position extends BasePosition
{
}
