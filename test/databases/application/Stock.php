<?php

namespace App;

class Stock extends Base\Stock
{
    private function check($amount)
    {
        if ($amount < 0) {
            throw new \DomainException('Sold out');
        }

        return $amount;
    }

    public function take($amount = 1)
    {
        $this->setAmount($this->check($this->getAmount() - $amount));

        return $this->save();
    }

    public function moveUp($con = null)
    {
        $GLOBALS['log'][] = 'up';

        return parent::moveUp($con);
    }

    public function getRank()
    {
        return parent::getRank();
    }

    public function buildPkeyCriteria()
    {
        return parent::buildPkeyCriteria();
    }
}
