<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Cinema\FilmQuery;
use Orm\Runtime\Connection\ConnectionInterface;

/** A query that only sees films that are out, and answers deletes and updates itself when told to. */
final class HookedFilmQuery extends FilmQuery
{
    public ?int $answer = null;

    /** @var list<string> */
    public array $calls = [];

    public function preSelect(ConnectionInterface $con): void
    {
        $this->filterByState('out');
    }

    public function preDelete(ConnectionInterface $con): ?int
    {
        return $this->answer;
    }

    public function preUpdate(array &$values, ConnectionInterface $con, bool $forceIndividualSaves = false): ?int
    {
        $values['Minutes'] = 1;

        return $this->answer;
    }
}
