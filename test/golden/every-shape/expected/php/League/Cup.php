<?php

declare(strict_types=1);

namespace League;

use League\Map\PrizeTableMap;

class Cup extends Prize
{
    public function __construct()
    {
        parent::__construct();
        $this->setKind(PrizeTableMap::CLASSKEY_CUP);
    }
}
