<?php

namespace App;

class SettingQuery extends Base\SettingQuery
{
    public function __call($name, $arguments)
    {
        if (strpos($name, 'value') === 0) {
            return Setting::get(strtolower(substr($name, 5)));
        }

        return parent::__call($name, $arguments);
    }

    public function exists($con = null)
    {
        return parent::exists($con);
    }
}
