<?php

declare(strict_types=1);

namespace League;

use League\Map\PrizeTableMap;

class BigCup extends Cup
{
    public function __construct()
    {
        parent::__construct();
        $this->setKind(PrizeTableMap::CLASSKEY_BIG_CUP);
    }
}
