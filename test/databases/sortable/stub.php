<?php

declare(strict_types=1);

namespace Lists;

use Lists\Base\STUB as BaseSTUB;
use Orm\Runtime\Connection\ConnectionInterface;

/** A model whose hooks do what a test wants. */
class STUB extends BaseSTUB
{
    /** @var array<string, \Closure> */
    public static array $on = [];

    public function preSave(?ConnectionInterface $con = null): bool
    {
        return $this->hook('preSave');
    }

    public function preUpdate(?ConnectionInterface $con = null): bool
    {
        return $this->hook('preUpdate');
    }

    public function preDelete(?ConnectionInterface $con = null): bool
    {
        return $this->hook('preDelete');
    }

    public function postInsert(?ConnectionInterface $con = null): void
    {
        $this->hook('postInsert');
    }

    private function hook(string $name): bool
    {
        return isset(self::$on[$name]) ? (self::$on[$name])($this) !== false : true;
    }
}
