<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\Notice as BaseNotice;

class Notice extends BaseNotice
{
}
