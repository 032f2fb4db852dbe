<?php

namespace App;

class AccountQuery extends Base\AccountQuery
{
    public static function create($modelAlias = null, $criteria = null)
    {
        return parent::create($modelAlias, $criteria);
    }

    public function active()
    {
        return $this->filterByActive(true);
    }

    public function findOneByLogin($email, $password, $con = null)
    {
        $account = $this->active()->filterByEmail(strtolower(trim($email)))->findOne($con);

        return $account && $account->checkPassword($password) ? $account : null;
    }

    public function withRole($name)
    {
        return $this->useAccountRoleQuery()->useRoleQuery()->filterByName($name)->endUse()->endUse();
    }

    public function filterByEmail($email = null, $comparison = null)
    {
        return parent::filterByEmail(is_string($email) ? strtolower($email) : $email, $comparison);
    }
}
