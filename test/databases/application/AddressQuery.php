<?php

namespace App;

class AddressQuery extends Base\AddressQuery
{
    public function in($city)
    {
        return $this->_if($city !== null)->filterByCity($city)->_endif();
    }

    public function find($con = null)
    {
        return parent::find($con);
    }

    public function count($con = null)
    {
        $GLOBALS['counted'] = true;

        return parent::count($con);
    }
}
