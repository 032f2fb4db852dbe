<?php

namespace App;

class Page extends Base\Page
{
    public function getTitle()
    {
        return parent::getTitle() ?: 'Untitled';
    }

    public function setLocale($v = 'en_US')
    {
        return parent::setLocale(str_replace('-', '_', $v));
    }

    public function getTranslation($locale = 'en_US', $con = null)
    {
        return parent::getTranslation(str_replace('-', '_', $locale), $con);
    }

    public function getTitles()
    {
        $titles = [];
        foreach ($this->getPageI18ns() as $translation) {
            $titles[$translation->getLocale()] = $translation->getTitle();
        }
        ksort($titles);

        return $titles;
    }

    public function exportTo($parser, $includeLazyLoadColumns = true, $keyType = 'phpName')
    {
        return parent::exportTo($parser, $includeLazyLoadColumns, $keyType);
    }
}
