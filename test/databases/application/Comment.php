<?php

namespace App;

class Comment extends Base\Comment
{
    public function setText($v)
    {
        return parent::setText(strip_tags((string) $v));
    }

    public function approve($con = null)
    {
        return $this->setApproved(true)->save($con);
    }

    public function preDelete($con = null)
    {
        return $this->getText() !== 'keep';
    }

    public function postDelete($con = null)
    {
        $GLOBALS['log'][] = 'comment gone';
    }

    public function hydrate($row, $startcol = 0, $rehydrate = false, $indexType = 'num')
    {
        $next = parent::hydrate($row, $startcol, $rehydrate, $indexType);
        $GLOBALS['hydrated'] = ($GLOBALS['hydrated'] ?? 0) + 1;

        return $next;
    }
}
