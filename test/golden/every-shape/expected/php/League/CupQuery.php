<?php

declare(strict_types=1);

namespace League;

use League\Base\CupQuery as BaseCupQuery;

class CupQuery extends BaseCupQuery
{
}
