<?php

namespace App;

class AccountRoleQuery extends Base\AccountRoleQuery
{
    public function deleteAll($con = null)
    {
        throw new \DomainException('Not all of them');
    }
}
