<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Map\NoticeTableMap;

class PressNotice extends Notice
{
    public function __construct()
    {
        parent::__construct();
        $this->setKind(NoticeTableMap::CLASSKEY_2);
    }
}
