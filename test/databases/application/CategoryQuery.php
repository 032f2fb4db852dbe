<?php

namespace App;

class CategoryQuery extends Base\CategoryQuery
{
    public function findRoot($con = null)
    {
        return parent::findRoot($con);
    }

    public function names()
    {
        return $this->orderByBranch()->select('Name')->find()->getData();
    }
}
