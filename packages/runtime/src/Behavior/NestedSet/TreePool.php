<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\Sortable\ListPool;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use WeakMap;

/**
 * Keeps pooled nodes true when statements change the numbers of their rows, and lets the connection know what they
 * showed before, in case the transaction is rolled back.
 *
 * @internal
 */
final class TreePool
{
    /** @var WeakMap<ConnectionInterface, array<class-string, WeakMap<ActiveRecordInterface, true>>>|null by table map */
    private static ?WeakMap $nodes = null;

    /**
     * Does in memory what statements have done to rows, one after the other.
     *
     * @param list<Renumbering> $changes
     * @param list<ActiveRecordInterface> $further nodes that were perhaps never pooled
     */
    public static function renumbered(
        TreeTable $table,
        ConnectionInterface $con,
        array $changes,
        array $further = [],
    ): void {
        foreach (self::nodes($table, $con, $further) as $node => $_) {
            if ($node->isNew()) {
                continue;
            }
            $before = $place = $node->getTreePlace();
            $isNear = false;
            foreach ($changes as $change) {
                $isNear = $isNear || $change->scope === $place->scope;
                $place = $change->place($place);
            }
            if ($isNear) {
                $node->clearTreeReferences();
                self::tell($con, $node, $before, $place);
            }
        }
    }

    /**
     * Reads again where nodes are.
     *
     * @param ActiveRecordInterface|null $except a node that stays as it is
     */
    public static function refresh(
        TreeTable $table,
        ConnectionInterface $con,
        ?ActiveRecordInterface $except = null,
    ): void {
        $keys = $byText = [];
        foreach (self::nodes($table, $con) as $node => $_) {
            if ($node !== $except && !$node->isNew()) {
                $text = $table->keyText($node->getTreeKey());
                $keys[$text] = $node->getTreeKey();
                $byText[$text][] = $node;
            }
        }
        foreach ((new TreeStatements($table, $con))->places(array_values($keys)) as $text => [, $place]) {
            foreach ($byText[$text] as $node) {
                $node->clearTreeReferences();
                self::tell($con, $node, $node->getTreePlace(), $place);
            }
        }
    }

    /** Remembers a node that got its place. */
    public static function know(TreeTable $table, ConnectionInterface $con, ActiveRecordInterface $node): void
    {
        self::nodes($table, $con, [$node]);
    }

    /**
     * Puts nodes back that a statement on other rows has pushed out of the pool, in their places of now.
     *
     * @param array<int|string, ActiveRecordInterface> $nodes by pool key
     */
    public static function putBack(TreeTable $table, array $nodes): void
    {
        foreach ($nodes as $key => $node) {
            if (!isset($table->map::$instances[$key])) {
                $node->becomeTrueAgain();
                $table->map::addInstanceToPool($node, (string) $key);
            }
        }
    }

    /**
     * The pooled nodes, and those that were pooled before: a rollback, or a statement on other rows, empties the pool.
     *
     * @param list<ActiveRecordInterface> $further
     * @return WeakMap<ActiveRecordInterface, true>
     */
    private static function nodes(TreeTable $table, ConnectionInterface $con, array $further = []): WeakMap
    {
        self::$nodes ??= new WeakMap();
        $known = self::$nodes[$con] ?? [];
        $nodes = $known[$table->map] ?? new WeakMap();
        self::$nodes[$con] = [$table->map => $nodes] + $known;
        foreach ([...ListPool::instances($table, $con), ...$further] as $node) {
            $nodes[$node] = true;
        }

        return $nodes;
    }

    private static function tell(
        ConnectionInterface $con,
        ActiveRecordInterface $node,
        Place $before,
        Place $place,
    ): void {
        if ($place->equals($before)) {
            return;
        }
        if ($con instanceof ConnectionWrapper) {
            $con->getRollbackLog()?->pushed($node, [$before], 'restoreTreeState');
        }
        $node->adoptTreePlace($place);
    }
}
