<?php

namespace App;

class PurchaseLine extends Base\PurchaseLine
{
    public function getSum()
    {
        return $this->getQuantity() * $this->getPrice();
    }

    public function setQuantity($v)
    {
        return parent::setQuantity(max(1, (int) $v));
    }

    public function getProduct($con = null)
    {
        return parent::getProduct($con);
    }

    protected function doSave($con)
    {
        $GLOBALS['log'][] = 'line';

        return parent::doSave($con);
    }
}
