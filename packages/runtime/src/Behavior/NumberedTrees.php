<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;

/**
 * A table with trees that number their nodes, for behaviors that need to know what is above and below a row.
 *
 * @internal
 */
interface NumberedTrees
{
    /** @param class-string<TableMap> $map */
    public static function of(string $map): self;

    /** Whether an object is to be written to another place. @param array<string, true> $modified its columns */
    public function isMoved(array $modified): bool;

    /** Whether a column tells the trees from each other. */
    public function isScope(?ColumnMap $column): bool;

    /**
     * Locks the tree of a node; where the node is now.
     *
     * @param list<mixed> $key
     * @param NodePlace $known where it was last seen
     */
    public function lockNode(ConnectionInterface $con, array $key, NodePlace $known): NodePlace;

    /** The condition for the row above a place, and the lock of a SELECT; null if there is none. */
    public function above(ConnectionInterface $con, NodePlace $place): ?Sql;

    /** The condition for the rows below a node; null if there are none. */
    public function below(NodePlace $place): ?Sql;
}
