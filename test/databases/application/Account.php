<?php

namespace App;

class Account extends Base\Account
{
    public static $saved = 0;

    protected $plainPassword;

    private $log = [];

    public function __construct($email = null)
    {
        parent::__construct();
        if ($email !== null) {
            $this->setEmail($email);
        }
    }

    private function normalize($text)
    {
        return $text === null ? null : strtolower(trim($text));
    }

    public function setEmail($v)
    {
        return parent::setEmail($this->normalize($v));
    }

    public function setPassword($v)
    {
        $this->plainPassword = $v;

        return parent::setPassword($v === null ? null : sha1($v));
    }

    public function checkPassword($password)
    {
        return $this->getPassword() === sha1($password);
    }

    public function save($con = null, $validate = true, $notify = false, $options = [])
    {
        if ($validate && !$this->getEmail()) {
            throw new \DomainException('An account needs an address');
        }
        self::$saved++;
        $this->log[] = $notify ? 'notified' : 'silent';

        return parent::save($con);
    }

    public function getLog()
    {
        return $this->log;
    }

    public function preInsert($con = null)
    {
        if ($this->getActive() === null) {
            $this->setActive(true);
        }

        return 1;
    }

    public function toArray(
        $keyType = 'phpName',
        $includeLazyLoadColumns = true,
        $alreadyDumpedObjects = [],
        $includeForeignObjects = false
    ) {
        $row = parent::toArray($keyType, $includeLazyLoadColumns, $alreadyDumpedObjects, $includeForeignObjects);
        unset($row['Password']);

        return $row;
    }

    public function hasRole($name)
    {
        foreach ($this->getRoles() as $role) {
            if ($role->getName() === $name) {
                return true;
            }
        }

        return false;
    }

    public function __toString()
    {
        return (string) $this->getEmail();
    }
}
