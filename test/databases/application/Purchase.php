<?php

namespace App;

class Purchase extends Base\Purchase
{
    private $lines = [];

    public function addProduct($product, $quantity = 1)
    {
        $line = new PurchaseLine();
        $line->setProduct($product);
        $line->setQuantity($quantity);
        $line->setPrice($product->getPrice());
        $this->addPurchaseLine($line);
        $this->lines[] = $line;

        return $this;
    }

    public function calculate()
    {
        $total = 0;
        foreach ($this->getPurchaseLines() as $line) {
            $total += $line->getSum();
        }

        return $total;
    }

    public function save($con = null)
    {
        $this->setTotal($this->calculate());
        parent::save($con);
    }

    public function setState($v)
    {
        if ($v === 'paid' && !count($this->getPurchaseLines())) {
            throw new \DomainException('Nothing to pay');
        }

        return parent::setState($v);
    }

    public function isPaid()
    {
        return $this->getState() === 'paid';
    }

    public function clearAllReferences($deep = false)
    {
        $this->lines = [];

        return parent::clearAllReferences($deep);
    }
}
