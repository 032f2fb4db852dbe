<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\KeyConditions;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Behavior\Repair;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;

/**
 * Query methods for the nodes of trees.
 *
 * @template TNode of ActiveRecordInterface
 */
trait NestedSetQueryTrait
{
    use QueryHost;

    /** @var bool whether the query selects all nodes of a locked tree */
    protected $isWholeTree = false;

    /** @var bool whether the query selects descendants of nodes that another query deletes */
    protected $isBelowOthers = false;

    /** @var list<array{?int, non-empty-list<Place>}> the trees that lose nodes, with the nodes' positions in order */
    private array $leftPlaces = [];

    /** @var array<int|string, ActiveRecordInterface&NestedSetTrait> the pooled nodes that will not be deleted */
    private array $remainingNodes = [];

    /** @var array<int|string, ActiveRecordInterface&NestedSetTrait> the pooled nodes before a whole tree is deleted */
    private array $poolBefore = [];

    /** Whether the pooled nodes show the positions of their rows before the delete. */
    private bool $isPoolTrue = false;

    /**
     * Filters by the descendants of a node, at any depth.
     *
     * @return static
     */
    public function descendantsOf(ActiveRecordInterface $node)
    {
        $place = self::placeOf('descendantsOf', $node);

        return $this->addTogether(fn () => $this->nodesOfTree($place)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->left, Criteria::GREATER_THAN)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->right, Criteria::LESS_THAN));
    }

    /**
     * Filters by a node and its descendants.
     *
     * @return static
     */
    public function branchOf(ActiveRecordInterface $node)
    {
        $place = self::placeOf('branchOf', $node);

        return $this->addTogether(fn () => $this->nodesOfTree($place)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->left, Criteria::GREATER_EQUAL)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->right, Criteria::LESS_EQUAL));
    }

    /**
     * Filters by the direct children of a node.
     *
     * @return static
     */
    public function childrenOf(ActiveRecordInterface $node)
    {
        $level = self::placeOf('childrenOf', $node)->level + 1;

        return $this->addTogether(fn () => $this->descendantsOf($node)
            ->withTreeNumber(self::treeTable()->levelColumn, $level, Criteria::EQUAL));
    }

    /**
     * Filters by the siblings of a node: the other children of its parent.
     *
     * @param ActiveRecordInterface&NestedSetTrait $node
     * @return static
     */
    public function siblingsOf(ActiveRecordInterface $node, ?ConnectionInterface $con = null)
    {
        $parent = self::placeOf('siblingsOf', $node)->isInTree() ? $node->getParent($con) : null;

        return $parent === null
            ? $this->withoutNodes()
            : $this->addTogether(fn () => $this->childrenOf($parent)->prune($node));
    }

    /**
     * Filters by the ancestors of a node.
     *
     * @return static
     */
    public function ancestorsOf(ActiveRecordInterface $node)
    {
        return $this->nodesAbove(self::placeOf('ancestorsOf', $node));
    }

    /**
     * Filters by the ancestors of a position, which may be the planned position of a new node.
     *
     * @internal
     */
    protected function nodesAbove(Place $place): static
    {
        return $this->addTogether(fn () => $this->nodesOfTree($place)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->left, Criteria::LESS_THAN)
            ->withTreeNumber(self::treeTable()->rightColumn, $place->right, Criteria::GREATER_THAN));
    }

    /**
     * Filters by a node and its ancestors.
     *
     * @return static
     */
    public function rootsOf(ActiveRecordInterface $node)
    {
        $place = self::placeOf('rootsOf', $node);

        return $this->addTogether(fn () => $this->nodesOfTree($place)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->left, Criteria::LESS_EQUAL)
            ->withTreeNumber(self::treeTable()->rightColumn, $place->right, Criteria::GREATER_EQUAL));
    }

    /**
     * Orders by tree position: each node comes before its descendants.
     *
     * @param bool $reverse
     * @return static
     */
    public function orderByBranch($reverse = false)
    {
        return $this->orderByTree([self::treeTable()->leftColumn], (bool) $reverse);
    }

    /**
     * Orders by level, the root first, and then by tree position.
     *
     * @param bool|string $reverse whether to reverse the order; a direction, if the column is named like this method
     * @return static
     */
    public function orderByLevel($reverse = false)
    {
        $reverse = is_string($reverse) ? strtoupper($reverse) === Criteria::DESC : $reverse;

        return $this->orderByTree([self::treeTable()->levelColumn, self::treeTable()->leftColumn], (bool) $reverse);
    }

    /**
     * Returns whether a node has valid tree numbers; see checkTree() for whole trees.
     *
     * @param (ActiveRecordInterface&NestedSetTrait)|null $node
     * @return bool
     */
    public static function isValid(?ActiveRecordInterface $node = null)
    {
        return $node !== null && $node->getRightValue() > $node->getLeftValue();
    }

    /**
     * Reloads the tree positions of the pooled nodes.
     *
     * @param ActiveRecordInterface|null $prune a node that is not reloaded
     */
    public static function updateLoadedNodes(?ActiveRecordInterface $prune = null, ?ConnectionInterface $con = null)
    {
        $table = self::treeTable();
        TreePool::refresh($table, $table->writeConnection($con), $prune);
    }

    /**
     * Filters by a left or right number.
     *
     * @internal
     */
    protected function nodeAt(ColumnMap $column, int $number, ?int $scope): static
    {
        return $this->restrictToTree($scope)->withTreeNumber($column, $number, Criteria::EQUAL);
    }

    /**
     * Filters by the rows of a tree, including rows without a position in it.
     *
     * @return static
     */
    protected function restrictToTree(?int $scope)
    {
        $column = self::treeTable()->scopeColumn;
        if ($column !== null) {
            $this->addUsingAlias($column->getFullyQualifiedName(), $scope, Criteria::EQUAL);
        }

        return $this;
    }

    /** @return TNode|null the root of a tree */
    protected function findTreeRoot(?int $scope, ?ConnectionInterface $con)
    {
        return self::asCriteria($this->nodeAt(self::treeTable()->leftColumn, 1, $scope))->findOne($con);
    }

    /** @return ObjectCollection<int, TNode> the nodes of a tree, in tree order */
    protected function findNodes(?int $scope, ?ConnectionInterface $con)
    {
        $this->restrictToTree($scope)
            ->withTreeNumber(self::treeTable()->leftColumn, 0, Criteria::GREATER_THAN)
            ->orderByBranch();

        return self::asCriteria($this)->find($con);
    }

    /** @return int */
    protected static function deleteNodes(?int $scope, ?ConnectionInterface $con)
    {
        $table = self::treeTable();
        $con = $table->writeConnection($con);

        return $con->transaction(static function () use ($table, $scope, $con): int {
            $table->lock($con, [$table->lockOf($scope)]);
            $query = $table->query();
            $query->isWholeTree = true;

            return $query->restrictToTree($scope)
                ->withTreeNumber($table->leftColumn, 0, Criteria::GREATER_THAN)
                ->delete($con);
        }, $table->transactionOptions());
    }

    /**
     * Adds to numbers of a tree. The tree may be invalid until its other numbers have changed, too.
     *
     * @return void
     */
    protected static function shiftNumbers(
        int $delta,
        int $first,
        ?int $last,
        ?int $scope,
        ?ConnectionInterface $con,
    ) {
        $change = Renumbering::shift($scope, $first, $last, $delta);
        self::writeTree($scope, $con, static function (TreeTable $table, ConnectionInterface $con) use ($change): void {
            (new TreeStatements($table, $con))->renumber($change);
            TreePool::renumbered($table, $con, [$change]);
        });
    }

    /** @return void */
    protected static function shiftLevels(
        int $delta,
        int $first,
        int $last,
        ?int $scope,
        ?ConnectionInterface $con,
    ) {
        $table = self::treeTable();
        $update = Sql::number("UPDATE $table->name SET $table->level = $table->level + ? WHERE ", $delta)
            ->then($table->inTree($scope))
            ->then(Sql::number(" AND $table->left >= ? AND $table->right <= ?", $first, $last));
        self::writeTree($scope, $con, static function (TreeTable $table, ConnectionInterface $con) use ($update): void {
            (new TreeStatements($table, $con))->write($update);
            TreePool::refresh($table, $con);
        });
    }

    /** @return void */
    protected static function makeRoom(
        int $left,
        ?int $scope,
        ?ActiveRecordInterface $prune,
        ?ConnectionInterface $con,
    ) {
        self::shiftNumbers(2, $left, null, $scope, $con);
        self::updateLoadedNodes($prune, $con);
    }

    /** @return list<string> the problems of a tree */
    protected static function problemsOfTree(?int $scope, ?ConnectionInterface $con)
    {
        $table = self::treeTable();
        $con = $table->writeConnection($con);

        return (new TreeRepair(new TreeStatements($table, $con)))->problems($scope);
    }

    /** @return int */
    protected static function repairNumbers(?int $scope, bool $levelsOnly, ?ConnectionInterface $con)
    {
        $work = static function (TreeTable $table, ConnectionInterface $con) use ($scope, $levelsOnly): int {
            $repair = new TreeRepair(new TreeStatements($table, $con));
            $rows = $levelsOnly ? $repair->fixLevels($scope) : $repair->repair($scope);
            TreePool::refresh($table, $con);

            return $rows;
        };

        return self::writeTree($scope, $con, $work);
    }

    /**
     * Repairs all trees of the table in one transaction, and returns the problems found and the number of repaired
     * rows.
     *
     * @return Repair
     */
    public static function repairTrees(?ConnectionInterface $con = null)
    {
        $table = self::treeTable();
        $con = $table->writeConnection($con);

        return ListTransaction::retry($table, $con, static function () use ($table, $con): Repair {
            $repair = (new TreeRepair(new TreeStatements($table, $con)))->repairAll($table, $con);
            if ($repair->rows > 0) {
                $table->written($con);
                TreePool::refresh($table, $con);
            }

            return $repair;
        });
    }

    /**
     * @template T
     * @param callable(TreeTable, ConnectionInterface): T $work
     * @return T
     */
    protected static function writeTree(?int $scope, ?ConnectionInterface $con, callable $work)
    {
        $table = self::treeTable();
        $con = $table->writeConnection($con);

        return ListTransaction::retry($table, $con, static function () use ($table, $scope, $con, $work): mixed {
            $table->lock($con, [$table->lockOf($scope)]);
            $table->written($con);

            return $work($table, $con);
        });
    }

    private static function treeTable(): TreeTable
    {
        return TreeTable::of(self::tableMap());
    }

    /**
     * Returns the position of a row. A node without a row is rejected, because other nodes may have its numbers.
     *
     * @param ActiveRecordInterface&NestedSetTrait $node
     */
    private static function placeOf(string $method, ActiveRecordInterface $node): Place
    {
        return Record::call(KeyConditions::requireRow($method, $node), 'getTreePlace');
    }

    private function nodesOfTree(Place $place): static
    {
        return $place->isInTree() ? $this->restrictToTree($place->scope) : $this->withoutNodes();
    }

    private function withoutNodes(): static
    {
        return $this->addUsingOperator(new CustomCriterion($this, '1 = 0'), null, null, false);
    }

    private function withTreeNumber(ColumnMap $column, int $number, string $comparison): static
    {
        return $this->addUsingAlias($column->getFullyQualifiedName(), $number, $comparison);
    }

    /** @param list<ColumnMap> $columns */
    private function orderByTree(array $columns, bool $reverse): static
    {
        foreach ($columns as $column) {
            $name = $this->getAliasedColName($column->getFullyQualifiedName());
            $reverse ? $this->addDescendingOrderByColumn($name) : $this->addAscendingOrderByColumn($name);
        }

        return $this;
    }

    /**
     * Moves the rows to another tree. Lists and aggregates that depend on the scope are updated as by an update() of
     * it.
     *
     * @internal
     * @param callable(): void $move
     */
    protected function moveToTree(?int $scope, ConnectionInterface $con, callable $move): void
    {
        $this->isInternal = true;
        $values = [(string) TreeTable::of(self::tableMap())->scopeColumn?->getPhpName() => $scope];
        $this->basePreUpdate($values, $con);
        $move();
        $this->basePostUpdate(1, $con);
    }

    /**
     * Locks the trees of rows that will be deleted, and deletes their descendants.
     *
     * @return void
     */
    protected function noteTreesToClose(ConnectionInterface $con)
    {
        $this->leftPlaces = $this->remainingNodes = [];
        if ($this->isBelowOthers) {
            return;
        }
        $table = TreeTable::of(self::tableMap());
        /** @var array<int|string, ActiveRecordInterface&NestedSetTrait> $pool */
        $pool = $table->instances($con);
        if ($this->map === []) {
            $table->prepareLocks($con);
            $table->lock($con, array_map($table->lockOf(...), (new TreeStatements($table, $con))->scopes()));

            return;
        }
        if ($this->isWholeTree) {
            $this->poolBefore = $pool;

            return;
        }
        $rows = $this->lockRowsToDelete($table, $con);
        $deleted = $rows + $this->deleteBelow($table, $con, $rows);
        $this->restrictToRows($table, $rows);
        $this->isPoolTrue = true;
        foreach ($pool as $key => $node) {
            $row = $deleted[$table->keyText(Record::call($node, 'getTreeKey'))] ?? null;
            if ($row === null) {
                $this->remainingNodes[$key] = $node;
            } elseif (!$row[1]->equals(Record::call($node, 'getTreePlace'))) {
                $this->isPoolTrue = false;
            }
        }
    }

    /**
     * Closes the gaps in trees after rows were deleted.
     *
     * @return void
     */
    protected function closeTrees(int $affectedRows, ConnectionInterface $con)
    {
        $table = TreeTable::of(self::tableMap());
        $statements = new TreeStatements($table, $con);
        InstancePools::putBack($table->map, $this->remainingNodes + $this->existing($table, $statements));
        $changes = [];
        foreach ($this->leftPlaces as [$scope, $places]) {
            $last = end($places);
            $nodes = $statements->nodes($scope, $places[0]->left, $last->right);
            if (self::areAllGone($places, $nodes)) {
                foreach (array_reverse(array_chunk($places, Renumbering::MAX_GAPS)) as $chunk) {
                    $changes[] = Renumbering::close($scope, $chunk);
                }
            } else {
                // A hook of the application or another connection has changed the tree in the meantime.
                (new TreeRepair($statements))->repair($scope);
                $this->isPoolTrue = false;
            }
        }
        foreach ($changes as $change) {
            $statements->renumber($change);
        }
        if ($this->leftPlaces !== []) {
            $table->written($con);
        }
        if ($this->isPoolTrue) {
            TreePool::renumbered($table, $con, $changes);
        } elseif ($this->leftPlaces !== []) {
            TreePool::refresh($table, $con);
        }
        $this->leftPlaces = $this->remainingNodes = $this->poolBefore = [];
        $this->isPoolTrue = false;
    }

    /** @return array<int|string, ActiveRecordInterface> the pooled nodes that were not in the deleted tree */
    private function existing(TreeTable $table, TreeStatements $statements): array
    {
        $keys = array_map(static fn (object $node): array => Record::call($node, 'getTreeKey'), $this->poolBefore);
        $rows = $statements->places(array_values($keys));

        return array_filter(
            $this->poolBefore,
            static fn (object $node): bool => isset($rows[$table->keyText(Record::call($node, 'getTreeKey'))]),
        );
    }

    /**
     * @param non-empty-list<Place> $places
     * @param array<int|string, array{list<mixed>, Place}> $nodes
     */
    private static function areAllGone(array $places, array $nodes): bool
    {
        $i = 0;
        foreach ($nodes as [, $place]) {
            while (isset($places[$i]) && $places[$i]->right < $place->left) {
                $i++;
            }
            if (isset($places[$i]) && $place->left >= $places[$i]->left) {
                return false;
            }
        }

        return true;
    }

    /**
     * Returns the rows that this query selects, after locking their trees.
     *
     * @return array<int|string, array{list<mixed>, Place}> by the key as a string
     */
    private function lockRowsToDelete(TreeTable $table, ConnectionInterface $con): array
    {
        $statements = new TreeStatements($table, $con);
        $key = QueryRows::exactKey($this, $table->keyColumns);
        $pooled = $key === null
            ? null
            : $table->map::getInstanceFromPool($table->map::getInstanceKey(count($key) === 1 ? $key[0] : $key));
        $guess = [];
        if ($pooled !== null || $table->scope === null) {
            $guess = [$table->lockOf($pooled === null ? null : Record::call($pooled, 'getTreePlace')->scope)];
        } else {
            $table->prepareLocks($con);
        }

        $table->lockAndRead($con, $guess, function () use ($table, $con, $statements, $key): array {
            $rows = $statements->places($key === null ? $this->keysOfRows($table, $con) : [$key]);
            $scopes = array_map(static fn (array $row): array => $table->lockOf($row[1]->scope), array_values($rows));

            return [null, TreeTable::distinct($scopes)];
        });
        // Rows are locked after trees, as everywhere. Other connections may change rows so that the query no longer
        // selects them.
        if ($key === null && $table->locksRows()) {
            $statements->places($this->keysOfRows($table, $con), true);
        }
        $rows = $statements->places($key === null ? $this->keysOfRows($table, $con) : [$key], true);

        return array_filter(
            $rows,
            static fn (array $row): bool => $table->isLocked($con, [$table->lockOf($row[1]->scope)]),
        );
    }

    /** @return list<list<mixed>> */
    private function keysOfRows(TreeTable $table, ConnectionInterface $con): array
    {
        $rows = QueryRows::read((clone $this)->clearOrderByColumns(), $table->keyColumns, $con);

        return array_map($table->key(...), $rows);
    }

    /**
     * Records the positions of the deleted nodes, and deletes their descendants.
     *
     * @param array<int|string, array{list<mixed>, Place}> $rows
     * @return array<int|string, array{list<mixed>, Place}> the deleted rows
     */
    private function deleteBelow(TreeTable $table, ConnectionInterface $con, array $rows): array
    {
        $trees = [];
        foreach ($rows as [, $place]) {
            if ($place->isInTree()) {
                $trees[$place->scope ?? 'null'][] = $place;
            }
        }
        $statements = new TreeStatements($table, $con);
        $below = [];
        foreach ($trees as $places) {
            $tops = self::topsOf($places);
            $this->leftPlaces[] = [$tops[0]->scope, $tops];
            foreach ($tops as $top) {
                $others = $top->isLeaf()
                    ? []
                    : array_diff_key($statements->nodes($top->scope, $top->left, $top->right), $rows);
                if ($others !== [] && $top->isRoot()) {
                    throw new OrmException(sprintf(
                        'A root cannot be deleted without its descendants: %s::deleteTree() deletes the whole tree',
                        static::class,
                    ));
                }
                $below += $others;
            }
        }
        foreach (array_chunk($below, 500) as $chunk) {
            // A query without the class filter of single table inheritance.
            $query = $table->query();
            $query->isBelowOthers = true;
            $keys = array_map(static fn (array $row): mixed => count($row[0]) === 1 ? $row[0][0] : $row[0], $chunk);
            $query->filterByPrimaryKeys($keys)->delete($con);
        }

        return $below;
    }

    /**
     * @param non-empty-list<Place> $places
     * @return non-empty-list<Place> the positions that are not below another one, in tree order
     */
    private static function topsOf(array $places): array
    {
        usort($places, static fn (Place $a, Place $b): int => $a->left <=> $b->left);
        $tops = [];
        foreach ($places as $place) {
            if ($tops === [] || !end($tops)->holds($place)) {
                $tops[] = $place;
            }
        }

        return $tops;
    }

    /**
     * Excludes nodes that match the conditions only since the trees were read, because their trees may not be locked.
     *
     * @param array<int|string, array{list<mixed>, Place}> $rows
     */
    private function restrictToRows(TreeTable $table, array $rows): void
    {
        if (QueryRows::exactKey($this, $table->keyColumns) !== null) {
            return;
        }
        $left = SqlContext::nameInQuery($this, $this->getAliasedColName($table->leftColumn->getFullyQualifiedName()));
        $trees = [];
        foreach ($rows as [, $place]) {
            if ($place->isInTree()) {
                $trees[$place->scope ?? 'null'][] = $place->left;
            }
        }
        // There may be many numbers, so they are literals in the statement.
        $conditions = [$left . ' IS NULL', $left . ' <= 0'];
        foreach ($trees as $scope => $lefts) {
            $condition = $left . ' IN (' . implode(', ', $lefts) . ')';
            if ($table->scopeColumn !== null) {
                $column = $this->getAliasedColName($table->scopeColumn->getFullyQualifiedName());
                $name = SqlContext::nameInQuery($this, $column);
                $condition .= ' AND ' . $name . ($scope === 'null' ? ' IS NULL' : ' = ' . $scope);
            }
            $conditions[] = $condition;
        }
        $this->addAnd(new CustomCriterion($this, '(' . implode(' OR ', $conditions) . ')'), null, null, false);
    }
}
