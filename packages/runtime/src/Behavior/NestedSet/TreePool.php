<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;

/**
 * Updates pooled nodes when statements change the numbers of their rows, and records their previous state in the
 * connection's rollback log.
 *
 * @internal
 */
final class TreePool
{
    /**
     * Applies to pooled nodes what statements have done to rows, in order.
     *
     * @param list<Renumbering> $changes
     * @param list<ActiveRecordInterface> $further nodes that may never have been pooled
     */
    public static function renumbered(
        TreeTable $table,
        ConnectionInterface $con,
        array $changes,
        array $further = [],
    ): void {
        if ($changes === []) {
            return;
        }
        $log = ConnectionWrapper::wrap($con)->rollbackLog;
        $pool = $table->instances($con);
        foreach ([$pool, self::unpooled($table, $pool, $further)] as $nodes) {
            $nodes === [] || Record::call(reset($nodes), 'renumberNodes', $nodes, $changes, $log);
        }
        if ($table->scopeColumn?->isPrimaryKey()) {
            self::followKeys($table, $pool);
        }
    }

    /**
     * Moves nodes in the pool to the keys that their rows have now.
     *
     * @param array<int|string, ActiveRecordInterface> $pool
     */
    private static function followKeys(TreeTable $table, array $pool): void
    {
        $moved = [];
        foreach ($pool as $former => $node) {
            $key = $table->map::getInstanceKey($node);
            if ($key !== (string) $former && Record::get($node, 'originalKey') === null) {
                $moved[$key] = $node;
                $table->map::removeInstanceFromPool($former);
            }
        }
        foreach ($moved as $key => $node) {
            $table->map::addInstanceToPool($node, (string) $key);
        }
    }

    /**
     * Reloads the positions of pooled nodes.
     *
     * @param ActiveRecordInterface|null $except a node that is not reloaded
     */
    public static function refresh(
        TreeTable $table,
        ConnectionInterface $con,
        ?ActiveRecordInterface $except = null,
    ): void {
        $keys = $byText = [];
        $pool = $table->instances($con);
        /** @var list<ActiveRecordInterface&NestedSetTrait> $nodes */
        $nodes = [...$pool, ...self::unpooled($table, $pool)];
        foreach ($nodes as $node) {
            if ($node !== $except && !$node->isNew()) {
                $text = $table->keyText(Record::call($node, 'getTreeKey'));
                $keys[$text] = Record::call($node, 'getTreeKey');
                $byText[$text][] = $node;
            }
        }
        foreach ((new TreeStatements($table, $con))->places(array_values($keys)) as $text => [, $place]) {
            foreach ($byText[$text] as $node) {
                Record::call($node, 'clearTreeReferences');
                self::tell($con, $node, Record::call($node, 'getTreePlace'), $place);
            }
        }
    }

    /**
     * Returns nodes that were pooled before: a rollback, or a statement on other rows, empties the pool.
     *
     * @param array<int|string, ActiveRecordInterface> $pool
     * @param list<ActiveRecordInterface> $further nodes that may never have been pooled
     * @return list<ActiveRecordInterface>
     */
    private static function unpooled(TreeTable $table, array $pool, array $further = []): array
    {
        $followed = InstancePools::$followed[$table->map];
        foreach ($further as $node) {
            if (($pool[$table->map::getInstanceKey($node) ?? ''] ?? null) !== $node) {
                $followed[$node] = true;
            }
        }
        if (count($followed) === 0) {
            return [];
        }
        $unpooled = $pooled = [];
        foreach ($followed as $node => $_) {
            if (($pool[$table->map::getInstanceKey($node) ?? ''] ?? null) === $node) {
                $pooled[] = $node;
            } else {
                $unpooled[] = $node;
            }
        }
        // Removing a node inside the loop would skip the next one.
        foreach ($pooled as $node) {
            unset($followed[$node]);
        }

        return $unpooled;
    }

    /** @param ActiveRecordInterface&NestedSetTrait $node */
    private static function tell(
        ConnectionInterface $con,
        ActiveRecordInterface $node,
        Place $before,
        Place $place,
    ): void {
        if ($place->equals($before)) {
            return;
        }
        ConnectionWrapper::wrap($con)->rollbackLog?->pushed($node, [$before], 'restoreTreeState');
        Record::call($node, 'adoptTreePlace', $place);
    }
}
