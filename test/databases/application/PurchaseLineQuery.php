<?php

namespace App;

class PurchaseLineQuery extends Base\PurchaseLineQuery
{
    public function joinWithProduct($joinType = self::LEFT_JOIN)
    {
        return parent::joinWithProduct($joinType);
    }

    public function useProductQuery($relationAlias = null, $joinType = self::INNER_JOIN)
    {
        return parent::useProductQuery($relationAlias, $joinType);
    }
}
