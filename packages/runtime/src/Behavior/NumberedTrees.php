<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;

/**
 * A table with trees that number their nodes, for behaviors that need the ancestors and descendants of a row.
 *
 * @internal
 */
interface NumberedTrees
{
    /** @param class-string<TableMap> $map */
    public static function of(string $map): self;

    /**
     * Returns whether an object has an unsaved change of position.
     *
     * @param array<string, true> $modified its modified columns
     */
    public function isMoved(array $modified): bool;

    /** Returns whether a column is the scope of the trees. */
    public function isScope(?ColumnMap $column): bool;

    /**
     * Locks the tree of a node, and returns the node's current position.
     *
     * @param list<mixed> $key
     * @param NodePlace $known the last known position
     */
    public function lockNode(ConnectionInterface $con, array $key, NodePlace $known): NodePlace;

    /**
     * Returns the condition for the parent of a position, with the lock clause of a SELECT; null if there is no parent.
     */
    public function above(ConnectionInterface $con, NodePlace $place): ?Sql;

    /** Returns the condition for the descendants of a node; null if there are none. */
    public function below(NodePlace $place): ?Sql;
}
