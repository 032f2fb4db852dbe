<?php

declare(strict_types=1);

namespace Orm\Laravel\Factories;

use Orm\Runtime\Factory\Factory;

/**
 * For model classes: `Book::factory(3)` returns a factory that creates three objects, as with Eloquent models. Orm
 * generates `BookFactory` if `generateFactories` is on.
 */
trait HasFactory
{
    /** @return Factory<static> */
    public static function factory(int $count = 1): Factory
    {
        $class = static::class . 'Factory';

        return $class::new()->count($count);
    }
}
