<?php

declare(strict_types=1);

namespace League;

use League\Base\LogLineQuery as BaseLogLineQuery;

class LogLineQuery extends BaseLogLineQuery
{
}
