<?php

declare(strict_types=1);

namespace League;

use League\Base\Sponsor as BaseSponsor;

class Sponsor extends BaseSponsor
{
}
