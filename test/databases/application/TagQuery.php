<?php

namespace App;

class TagQuery extends Base\TagQuery
{
    public function search($text)
    {
        return $this->where('Tag.Name LIKE ?', '%' . $text . '%');
    }

    public function orderBy($columnName, $order = self::ASC)
    {
        return parent::orderBy($columnName === 'default' ? 'Name' : $columnName, $order);
    }
}
