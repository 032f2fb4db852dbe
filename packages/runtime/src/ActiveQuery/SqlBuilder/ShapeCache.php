<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
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

    /**
     * By what they select, datasource, model and shape. Those of datasources whose adapters may change without a word
     * have a question mark before the first, so that only get() finds them.
     *
     * @var array<string, array<string, array<string, array<string, SelectPlan>>>>
     */
    public static array $plans = [];

    /** The length of their SQL. */
    private static int $size = 0;

    /** How often datasources have got other adapters: what was made for the old ones is not used any more. */
    public static int $revision = 0;

    /** Whether this cache is told when a datasource gets another adapter; else that has to be looked at each time. */
    public static bool $isTold = true;

    /** @var array<class-string, bool> */
    private static array $bindsItself = [];

    /** A datasource has, or may have, another adapter now. */
    public static function adapterChanged(): void
    {
        self::$plans = [];
        self::$size = 0;
        self::$revision++;
    }

    /** @param array{string, string, string, string} $key what it selects, datasource, model and shape */
    public static function get(array $key, AdapterInterface $adapter): ?SelectPlan
    {
        [$what, $database, $model, $shape] = $key;
        $plan = self::$plans[self::$isTold ? $what : "?$what"][$database][$model][$shape] ?? null;

        return $plan?->adapter === $adapter ? $plan : null;
    }

    /** @param array{string, string, string, string} $key as for get() */
    public static function put(array $key, SelectPlan $plan): void
    {
        if (strlen($plan->statement->sql) > self::MAX_LENGTH) {
            return;
        }
        self::$size += strlen($plan->statement->sql);
        if (self::$size > self::LIMIT) {
            self::$plans = [];
            self::$size = strlen($plan->statement->sql);
        }
        [$what, $database, $model, $shape] = $key;
        self::$plans[self::$isTold ? $what : "?$what"][$database][$model][$shape] = $plan;
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
