<?php

namespace App;

class RoleQuery extends Base\RoleQuery
{
    public function findOneOrCreate($con = null)
    {
        $role = parent::findOneOrCreate($con);
        if ($role->isNew()) {
            $role->save($con);
        }

        return $role;
    }

    public function orderByName($order = 'ASC')
    {
        return parent::orderByName($order);
    }
}
