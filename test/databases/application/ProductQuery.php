<?php

namespace App;

class ProductQuery extends Base\ProductQuery
{
    private $limits = [];

    public function cheaperThan($price)
    {
        $this->limits[] = $price;

        return $this->filterByPrice($price, self::LESS_THAN);
    }

    public function preSelect($con)
    {
        $GLOBALS['selected'] = ($GLOBALS['selected'] ?? 0) + 1;
    }

    public function findPk($key, $con = null)
    {
        return is_numeric($key) ? parent::findPk($key, $con) : $this->findOneByTitle($key, $con);
    }

    public function prune($product = null)
    {
        return parent::prune($product);
    }
}
