<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\AggregateColumn;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ForeignConnection;
use WeakMap;
use WeakReference;

/**
 * Remembers owners of aggregates that the application may use although no pool contains them: pooling is off, the pool
 * was emptied, or their connection is not configured. They are found through rows that were saved with them.
 *
 * @internal
 */
final class HeldOwners
{
    private const LEAST_LIMIT = 1000;

    /** @var WeakMap<ConnectionInterface, array<string, WeakReference<object>>>|null by connection, table and key */
    private static ?WeakMap $owners = null;

    private static int $limit = self::LEAST_LIMIT;

    public static function remember(ConnectionInterface $con, string $place, object $owner): void
    {
        self::$owners ??= new WeakMap();
        $con = self::of($con);
        $known = self::$owners[$con] ?? [];
        unset(self::$owners[$con]);
        $known[$place] = WeakReference::create($owner);
        if (count($known) > self::$limit) {
            $known = array_filter($known, static fn (WeakReference $one): bool => $one->get() !== null);
            self::$limit = max(self::LEAST_LIMIT, 2 * count($known));
        }
        self::$owners[$con] = $known;
    }

    public static function find(ConnectionInterface $con, string $place): ?object
    {
        $known = self::$owners[self::of($con)] ?? [];

        return isset($known[$place]) ? $known[$place]->get() : null;
    }

    /** Returns the connection that the application passed, which the library may have wrapped. */
    private static function of(ConnectionInterface $con): ConnectionInterface
    {
        return $con instanceof ForeignConnection ? $con->getWrappedConnection() : $con;
    }
}
