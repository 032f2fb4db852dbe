<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Closure;

/**
 * Calls the methods of queries that are only for the library, in the scope that all queries share.
 *
 * @internal
 */
final class QueryAccess
{
    /** @var (Closure(Criteria, string, array<mixed>): mixed)|null */
    private static ?Closure $caller = null;

    public static function call(Criteria $query, string $method, mixed ...$arguments): mixed
    {
        self::$caller ??= Closure::bind(
            static fn (Criteria $query, string $method, array $arguments): mixed => $query->$method(...$arguments),
            null,
            Criteria::class,
        );

        return (self::$caller)($query, $method, $arguments);
    }
}
