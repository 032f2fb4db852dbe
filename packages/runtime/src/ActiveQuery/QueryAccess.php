<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Closure;

/**
 * Calls internal methods of queries, which are protected, from other classes of the library.
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
