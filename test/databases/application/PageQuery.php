<?php

namespace App;

class PageQuery extends Base\PageQuery
{
    public function joinWithI18n($locale = 'en_US', $joinType = self::LEFT_JOIN)
    {
        return parent::joinWithI18n(str_replace('-', '_', $locale), $joinType);
    }

    #[\ReturnTypeWillChange]
    public function getIterator()
    {
        return parent::getIterator();
    }
}
