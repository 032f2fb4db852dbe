<?php

namespace App;

class Category extends Base\Category
{
    private $path;

    public function getPathText($glue = ' > ')
    {
        if ($this->path === null) {
            $names = [];
            foreach ($this->getAncestors() ?: [] as $ancestor) {
                $names[] = $ancestor->getName();
            }
            $names[] = $this->getName();
            $this->path = implode($glue, $names);
        }

        return $this->path;
    }

    public function setName($v)
    {
        $this->path = null;

        return parent::setName($v);
    }

    public function makeRoot()
    {
        $this->path = null;

        return parent::makeRoot();
    }

    public function isRoot()
    {
        return parent::isRoot();
    }

    public function getLevel()
    {
        return (int) parent::getLevel();
    }
}
