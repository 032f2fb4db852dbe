<?php

namespace App;

class Product extends Base\Product
{
    public const CURRENCY = 'EUR';

    protected $discount = 0;

    public function applyDiscount($percent)
    {
        $this->discount = $percent;

        return $this;
    }

    public function getPrice($withDiscount = false)
    {
        $price = parent::getPrice();

        return $withDiscount ? round($price * (100 - $this->discount) / 100, 2) : $price;
    }

    public function getPriceText()
    {
        return number_format((float) $this->getPrice(true), 2) . ' ' . self::CURRENCY;
    }

    public function isVersioningNecessary($con = null)
    {
        return parent::isVersioningNecessary($con) && $this->getTitle() !== 'draft';
    }

    public function addVersion($con = null)
    {
        $GLOBALS['versions'][] = $this->getTitle();

        return parent::addVersion($con);
    }

    public function copy($deepCopy = false)
    {
        $copy = parent::copy($deepCopy);
        $copy->setTitle($this->getTitle() . ' (copy)');

        return $copy;
    }

    public function postSave($con = null)
    {
        $GLOBALS['log'][] = 'product ' . $this->getId();
    }
}
