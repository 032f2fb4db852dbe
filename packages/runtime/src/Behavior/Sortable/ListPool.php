<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Orm;

/**
 * Keeps pooled objects true when statements change the ranks of their rows (sortable 11).
 *
 * @internal
 */
final class ListPool
{
    /** How many keys one statement asks for. */
    private const CHUNK = 5000;

    /**
     * Reads again what the pooled members of lists show.
     *
     * @param list<list<mixed>> $scopes
     * @param ActiveRecordInterface|null $except an object that knows its rank
     */
    public static function refresh(
        RankedTable $table,
        ConnectionInterface $con,
        array $scopes,
        ?ActiveRecordInterface $except = null,
    ): void {
        if (InstancePools::isForeign($con, $table->map::DATABASE_NAME)) {
            return;
        }
        $objects = [];
        foreach (self::members($table, $scopes) as $key => $object) {
            if ($object !== $except) {
                $objects[$key] = $object;
            }
        }
        self::read($table, $con, $objects);
    }

    /** Tells a pooled object its rank. @param list<mixed> $key */
    public static function tell(RankedTable $table, array $key, ?int $rank): void
    {
        if (Orm::isInstancePoolingEnabled()) {
            $hash = $table->map::getInstanceKey(count($key) === 1 ? $key[0] : $key);
            ($table->map::$instances[$hash] ?? null)?->adoptListRank($rank);
        }
    }

    /**
     * The pooled objects that show themselves as members of the lists, or all if no lists are given.
     *
     * @param list<list<mixed>>|null $scopes
     * @return array<int|string, ActiveRecordInterface>
     */
    public static function members(RankedTable $table, ?array $scopes): array
    {
        if (!Orm::isInstancePoolingEnabled()) {
            return [];
        }

        return $scopes === null ? $table->map::$instances : array_filter(
            $table->map::$instances,
            static fn (ActiveRecordInterface $object): bool => in_array(
                $object->getListSnapshot()[0] ?? null,
                $scopes,
                true,
            ),
        );
    }

    /**
     * Puts objects back that a statement on other rows has pushed out of the pool, with their ranks as they are now.
     *
     * @param array<int|string, ActiveRecordInterface> $objects by pool key
     */
    public static function putBack(RankedTable $table, ConnectionInterface $con, array $objects): void
    {
        if (InstancePools::isForeign($con, $table->map::DATABASE_NAME)) {
            return;
        }
        foreach (self::read($table, $con, $objects) as $key => $object) {
            $table->map::addInstanceToPool($object, (string) $key);
        }
    }

    /**
     * @param array<int|string, ActiveRecordInterface> $objects by pool key
     * @return array<int|string, ActiveRecordInterface> those whose rows exist
     */
    private static function read(RankedTable $table, ConnectionInterface $con, array $objects): array
    {
        $found = [];
        $statements = new ListStatements($table, $con);
        $size = count($table->keys) > 1 ? 500 : self::CHUNK;
        foreach (array_chunk($objects, $size, true) as $chunk) {
            $keys = [];
            foreach ($chunk as $object) {
                $keys[] = array_values((array) $object->getPrimaryKey());
            }
            foreach ($statements->rowsOf($keys) as [$key, $rank, $scope]) {
                $hash = $table->map::getInstanceKey(count($key) === 1 ? $key[0] : $key);
                if (isset($chunk[$hash])) {
                    $chunk[$hash]->adoptListRank($rank, $scope);
                    $found[$hash] = $chunk[$hash];
                }
            }
        }

        return $found;
    }
}
