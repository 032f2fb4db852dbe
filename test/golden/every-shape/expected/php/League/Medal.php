<?php

declare(strict_types=1);

namespace League;

use League\Map\PrizeTableMap;

class Medal extends Prize
{
    public function __construct()
    {
        parent::__construct();
        $this->setKind(PrizeTableMap::CLASSKEY_MEDAL);
    }
}
