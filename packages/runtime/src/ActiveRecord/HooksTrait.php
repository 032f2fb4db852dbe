<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionInterface;

/** Hooks of a model class: override them in the stub. They run inside the transaction; false stops the work. */
trait HooksTrait
{
    public function preSave(?ConnectionInterface $con = null): bool
    {
        return true;
    }

    public function postSave(?ConnectionInterface $con = null): void
    {
    }

    public function preInsert(?ConnectionInterface $con = null): bool
    {
        return true;
    }

    public function postInsert(?ConnectionInterface $con = null): void
    {
    }

    public function preUpdate(?ConnectionInterface $con = null): bool
    {
        return true;
    }

    public function postUpdate(?ConnectionInterface $con = null): void
    {
    }

    public function preDelete(?ConnectionInterface $con = null): bool
    {
        return true;
    }

    public function postDelete(?ConnectionInterface $con = null): void
    {
    }
}
