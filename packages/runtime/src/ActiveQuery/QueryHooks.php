<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Orm;
use ReflectionMethod;

/**
 * Finds out, once per class, what a query class overrides: a hook that does not exist must take no time.
 *
 * @internal
 */
final class QueryHooks
{
    private const OWN_CLASSES = [Criteria::class, BaseModelCriteria::class, ModelCriteria::class];

    /** @param class-string<ModelCriteria> $class */
    public static function hasPreSelect(string $class): bool
    {
        return Orm::state()->preSelect[$class] ??= self::overridesAny($class, ['preSelect', 'basePreSelect']);
    }

    /**
     * Whether a class makes conditions in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnConditions(string $class): bool
    {
        return Orm::state()->ownConditions[$class] ??= self::overridesAny($class, ['getNewCriterion']);
    }

    /**
     * Whether a class of the application reads rows or counts in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnSelect(string $class): bool
    {
        return Orm::state()->ownSelect[$class] ??= self::isOfApplication(new ReflectionMethod($class, 'doSelect'))
            || self::isOfApplication(new ReflectionMethod($class, 'doCount'));
    }

    /**
     * Whether a class joins relations in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnJoins(string $class): bool
    {
        return self::overridesAny($class, ['join', 'with', 'addJoinObject']);
    }

    /**
     * Whether a class finds the names in clauses in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnNames(string $class): bool
    {
        return self::overridesAny($class, ['replaceNames', 'doReplaceNameInExpression', 'quoteIdentifier']);
    }

    /**
     * @param class-string<ModelCriteria> $class
     * @param list<string> $methods
     */
    private static function overridesAny(string $class, array $methods): bool
    {
        foreach ($methods as $method) {
            $declaring = (new ReflectionMethod($class, $method))->getDeclaringClass()->getName();
            if (!in_array($declaring, self::OWN_CLASSES, true)) {
                return true;
            }
        }

        return false;
    }

    /** Traits of behaviors override methods, too: they are in generated classes, but not written there. */
    private static function isOfApplication(ReflectionMethod $method): bool
    {
        return !str_starts_with((string) $method->getFileName(), dirname(__DIR__) . DIRECTORY_SEPARATOR);
    }
}
