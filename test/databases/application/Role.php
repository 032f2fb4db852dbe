<?php

namespace App;

class Role extends Base\Role
{
    public function __call($name, $params)
    {
        if (strpos($name, 'is') === 0) {
            return strtolower(substr($name, 2)) === $this->getName();
        }

        return parent::__call($name, $params);
    }

    public function setName($v)
    {
        return parent::setName(strtolower($v));
    }

    public function delete($con = null)
    {
        if ($this->isAdmin()) {
            throw new \DomainException('This role stays');
        }
        parent::delete($con);
    }
}
