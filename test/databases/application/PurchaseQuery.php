<?php

namespace App;

class PurchaseQuery extends Base\PurchaseQuery
{
    public function paid()
    {
        return $this->filterByState('paid');
    }

    public function sum($con = null)
    {
        return (float) $this->withColumn('SUM(Purchase.Total)', 'sum')->select('sum')->findOne($con);
    }

    public function ofAccount($account)
    {
        return $this->filterByAccount($account);
    }

    public function filterByAccount($account, $comparison = null)
    {
        return parent::filterByAccount($account, $comparison);
    }
}
