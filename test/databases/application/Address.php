<?php

namespace App;

class Address extends Base\Address
{
    protected $label = 'home';

    public function getLabel()
    {
        return $this->label . ': ' . $this->format(', ');
    }

    protected function format($glue = "\n")
    {
        return implode($glue, array_filter([$this->getStreet(), $this->getCity()]));
    }

    public function isModified()
    {
        return parent::isModified() || $this->label !== 'home';
    }

    public function fromArray($arr, $keyType = 'phpName')
    {
        if (isset($arr['label'])) {
            $this->label = $arr['label'];
            unset($arr['label']);
        }

        return parent::fromArray($arr, $keyType);
    }

    public function equals($obj)
    {
        return parent::equals($obj) || ($obj instanceof self && $obj->format() === $this->format());
    }
}
