<?php

namespace App;

class Review extends Base\Review
{
    public function setStars($v)
    {
        if ($v < 1 || $v > 5) {
            throw new \InvalidArgumentException('1 to 5');
        }

        return parent::setStars($v);
    }

    public function getByName($name, $type = 'phpName')
    {
        return $name === 'Percent' ? $this->getStars() * 20 : parent::getByName($name, $type);
    }

    public function isNew()
    {
        return parent::isNew();
    }

    public function setNew($b)
    {
        parent::setNew($b);
    }
}
