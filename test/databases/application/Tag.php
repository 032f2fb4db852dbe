<?php

namespace App;

class Tag extends Base\Tag
{
    public function __get($name)
    {
        $getter = 'get' . ucfirst($name);

        return method_exists($this, $getter) ? $this->$getter() : null;
    }

    public function __set($name, $value)
    {
        $this->{'set' . ucfirst($name)}($value);
    }

    public function getVirtualColumn($name)
    {
        return $this->hasVirtualColumn($name) ? parent::getVirtualColumn($name) : null;
    }

    public function hashCode()
    {
        return 'tag-' . parent::hashCode();
    }
}
