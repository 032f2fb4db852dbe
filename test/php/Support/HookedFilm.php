<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Cinema\Film;
use Orm\Runtime\Connection\ConnectionInterface;
use RuntimeException;

/** A film that notes its hooks, and stops or fails where it is told to. */
final class HookedFilm extends Film
{
    /** @var list<string> */
    public array $calls = [];
    public ?string $vetoed = null;
    public ?string $failing = null;

    public function preSave(?ConnectionInterface $con = null): bool
    {
        return $this->note('preSave');
    }

    public function preInsert(?ConnectionInterface $con = null): bool
    {
        return $this->note('preInsert');
    }

    public function preUpdate(?ConnectionInterface $con = null): bool
    {
        return $this->note('preUpdate');
    }

    public function preDelete(?ConnectionInterface $con = null): bool
    {
        return $this->note('preDelete');
    }

    public function postSave(?ConnectionInterface $con = null): void
    {
        $this->note('postSave');
    }

    public function postInsert(?ConnectionInterface $con = null): void
    {
        $this->note('postInsert');
    }

    public function postUpdate(?ConnectionInterface $con = null): void
    {
        $this->note('postUpdate');
    }

    public function postDelete(?ConnectionInterface $con = null): void
    {
        $this->note('postDelete');
    }

    private function note(string $hook): bool
    {
        $this->calls[] = $hook;
        if ($this->failing === $hook) {
            throw new RuntimeException($hook);
        }

        return $this->vetoed !== $hook;
    }
}
