<?php

declare(strict_types=1);

namespace League;

use League\Base\Kit as BaseKit;

class Kit extends BaseKit
{
}
