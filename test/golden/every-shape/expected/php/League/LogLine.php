<?php

declare(strict_types=1);

namespace League;

use League\Base\LogLine as BaseLogLine;

class LogLine extends BaseLogLine
{
}
