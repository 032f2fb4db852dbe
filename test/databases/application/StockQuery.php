<?php

namespace App;

class StockQuery extends Base\StockQuery
{
    public function inList($scope = null)
    {
        return parent::inList($scope);
    }

    public function available()
    {
        return $this->filterByAmount(0, self::GREATER_THAN);
    }
}
