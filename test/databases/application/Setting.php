<?php

namespace App;

class Setting extends Base\Setting
{
    private static $cache = [];

    public static function get($name, $default = null)
    {
        if (!array_key_exists($name, self::$cache)) {
            $setting = SettingQuery::create()->findPk($name);
            self::$cache[$name] = $setting ? $setting->getValue() : $default;
        }

        return self::$cache[$name];
    }

    public static function put($name, $value)
    {
        $setting = SettingQuery::create()->filterByName($name)->findOneOrCreate();
        $setting->setValue($value);
        $setting->save();
        self::$cache[$name] = $setting->getValue();
    }

    public function setValue($v)
    {
        return parent::setValue(is_scalar($v) || $v === null ? $v : json_encode($v));
    }

    public function reload($deep = false, $con = null)
    {
        self::$cache = [];
        parent::reload($deep, $con);
    }
}
