<?php

declare(strict_types=1);

namespace League;

use League\Base\BigCupQuery as BaseBigCupQuery;

class BigCupQuery extends BaseBigCupQuery
{
}
