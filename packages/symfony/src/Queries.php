<?php

declare(strict_types=1);

namespace Orm\Symfony;

use Closure;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use WeakMap;

/** Creates the queries that services and controllers receive, and resets them after each request. */
final class Queries
{
    /** @var WeakMap<ModelCriteria, true> */
    private WeakMap $given;

    public function __construct()
    {
        $this->given = new WeakMap();
    }

    /**
     * @template Query of ModelCriteria
     * @param class-string<Query> $class
     * @return Query
     */
    public function create(string $class): ModelCriteria
    {
        $query = $class::create();
        $this->given[$query] = true;

        return $query;
    }

    /**
     * Resets all queries, so that a service that lives longer than a request and has a query in its constructor finds
     * it without conditions.
     */
    public function clear(): void
    {
        foreach ($this->given as $query => $_) {
            self::restore($query, $query::class::create());
        }
    }

    /** Each class of the hierarchy restores its own properties, including private ones. */
    private static function restore(ModelCriteria $query, ModelCriteria $fresh): void
    {
        for ($class = $query::class; $class !== false; $class = get_parent_class($class)) {
            Closure::bind(static function () use ($query, $fresh): void {
                foreach (get_object_vars($fresh) as $name => $value) {
                    $query->$name = $value;
                }
            }, null, $class)();
        }
    }
}
