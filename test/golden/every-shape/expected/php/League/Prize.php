<?php

declare(strict_types=1);

namespace League;

use League\Base\Prize as BasePrize;

abstract class Prize extends BasePrize
{
}
