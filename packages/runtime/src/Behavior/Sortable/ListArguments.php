<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Splits the arguments of list methods of tables with several scope columns: `f([1, 2], …)` and `f(1, 2, …)` are
 * equivalent.
 *
 * @internal
 */
final class ListArguments
{
    /**
     * @param array<int|string, mixed> $args the variadic arguments, including named ones
     * @param int $count the number of scope columns
     * @param array<string, mixed> $others names and defaults of the parameters after the scope
     * @return list<mixed> the scope as a list or null, then the others
     */
    public static function split(array $args, int $count, array $others): array
    {
        $positional = array_values(array_filter($args, is_int(...), ARRAY_FILTER_USE_KEY));
        if (array_key_exists('scope', $args)) {
            $scope = $args['scope'];
        } elseif ($positional === []) {
            $scope = null;
        } elseif ($count === 1 || is_array($positional[0])) {
            $scope = array_shift($positional);
        } elseif ($positional[0] === null && count($positional) < $count) {
            $scope = array_shift($positional);
        } else {
            $scope = array_pad(array_splice($positional, 0, $count), $count, null);
        }
        $result = [$scope];
        foreach ($others as $name => $default) {
            $result[] = array_key_exists($name, $args) ? $args[$name] : array_shift($positional) ?? $default;
        }

        return $result;
    }

    /**
     * Returns whether the second argument of filterByRank() is a comparison operator, as other filters accept there.
     */
    public static function isComparison(mixed $value): bool
    {
        return is_string($value) && in_array($value, [
            Criteria::EQUAL,
            Criteria::NOT_EQUAL,
            Criteria::ALT_NOT_EQUAL,
            Criteria::GREATER_THAN,
            Criteria::LESS_THAN,
            Criteria::GREATER_EQUAL,
            Criteria::LESS_EQUAL,
            Criteria::IN,
            Criteria::NOT_IN,
            Criteria::ISNULL,
            Criteria::ISNOTNULL,
        ], true);
    }

    /**
     * Returns the scope for a method with one parameter per scope column, where the first may also contain all values
     * as an array.
     *
     * @param list<mixed> $values
     * @return array{list<mixed>|null, ConnectionInterface|null}
     */
    public static function scope(array $values, ?ConnectionInterface $con = null): array
    {
        if (!is_array($values[0])) {
            return [$values, $con];
        }
        foreach ($values as $value) {
            $con ??= $value instanceof ConnectionInterface ? $value : null;
        }

        return [$values[0], $con];
    }
}
