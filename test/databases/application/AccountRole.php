<?php

namespace App;

class AccountRole extends Base\AccountRole
{
    private $reason;

    public function setReason($reason)
    {
        $this->reason = $reason;

        return $this;
    }

    public function getReason()
    {
        return $this->reason;
    }

    public function setRole($v = null)
    {
        $this->reason = $v === null ? 'gone' : 'given';

        return parent::setRole($v);
    }
}
