<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\Director;
use Cinema\Film;

/** The cinema of the model API. */
abstract class CinemaTestCase extends ModelTestCase
{
    protected function tables(): array
    {
        return ['notice', 'film_viewer', 'viewer', 'film_sheet', 'film', 'director'];
    }

    protected function film(string $title = 'Metropolis', int $minutes = 153, ?Director $producer = null): Film
    {
        $film = (new Film())->setTitle($title)->setMinutes($minutes)->setProducer($producer);
        $film->save();

        return $film;
    }

    protected function director(string $name = 'Fritz Lang'): Director
    {
        $director = (new Director())->setName($name);
        $director->save();

        return $director;
    }
}
