<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Orm;
use ReflectionMethod;

/**
 * Keeps the plans of plain queries: two queries of one shape differ only in the values that are bound, so the text is
 * made once. A shape is plain if it has nothing but simple conditions, joins along relations, an order and a limit.
 *
 * @internal
 */
final class ShapeCache
{
    /** More SQL than this is different each time, and is not worth keeping; in bytes. */
    private const LIMIT = 150_000;

    /** Longer statements have a list of values of some length in them, and will not come again. */
    private const MAX_LENGTH = 10_000;

    /** @var array<class-string, bool> */
    private static array $bindsItself = [];

    /** @param array{string, string, string, string} $key what it selects, datasource, model and shape */
    public static function get(array $key, AdapterInterface $adapter): ?SelectPlan
    {
        [$what, $database, $model, $shape] = $key;
        $state = Orm::state();
        $plan = $state->plans[$state->isTold ? $what : "?$what"][$database][$model][$shape] ?? null;

        return $plan?->adapter === $adapter ? $plan : null;
    }

    /** @param array{string, string, string, string} $key as for get() */
    public static function put(array $key, SelectPlan $plan): void
    {
        if (strlen($plan->statement->sql) > self::MAX_LENGTH) {
            return;
        }
        $state = Orm::state();
        $state->planBytes += strlen($plan->statement->sql);
        if ($state->planBytes > self::LIMIT) {
            $state->plans = [];
            $state->planBytes = strlen($plan->statement->sql);
        }
        [$what, $database, $model, $shape] = $key;
        $state->plans[$state->isTold ? $what : "?$what"][$database][$model][$shape] = $plan;
    }

    /** Whether an adapter binds values by the types of their columns and leaves the SQL alone, as ours do. */
    public static function suits(AdapterInterface $adapter): bool
    {
        return self::$bindsItself[$adapter::class] ??= self::inherits($adapter, 'bindValues')
            && self::inherits($adapter, 'bindValue') && self::inherits($adapter, 'bindTyped')
            && self::inherits($adapter, 'cleanupSQL');
    }

    private static function inherits(AdapterInterface $adapter, string $method): bool
    {
        return (new ReflectionMethod($adapter, $method))->getDeclaringClass()->getName() === PdoAdapter::class;
    }
}
