<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use ReflectionMethod;

/**
 * Says, once a class, which hooks a query class overrides: a hook that nobody wrote must cost nothing.
 *
 * @internal
 */
final class QueryHooks
{
    /** @var array<class-string, bool> */
    private static array $preSelect = [];

    /** @param class-string<ModelCriteria> $class */
    public static function hasPreSelect(string $class): bool
    {
        return self::$preSelect[$class] ??= self::overrides($class, 'preSelect')
            || self::overrides($class, 'basePreSelect');
    }

    /** @param class-string<ModelCriteria> $class */
    private static function overrides(string $class, string $method): bool
    {
        return (new ReflectionMethod($class, $method))->getDeclaringClass()->getName() !== ModelCriteria::class;
    }
}
