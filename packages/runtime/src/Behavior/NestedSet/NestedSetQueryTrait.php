<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\KeyConditions;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;

/** Queries on the nodes of trees. */
trait NestedSetQueryTrait
{
    use NestedSetQueryWriteTrait;

    /**
     * The nodes below another one, at any depth.
     *
     * @return static
     */
    public function descendantsOf(ActiveRecordInterface $node)
    {
        $place = self::placeOf('descendantsOf', $node);

        return $this->nodesOfTree($place)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->left, Criteria::GREATER_THAN)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->right, Criteria::LESS_THAN);
    }

    /**
     * A node and those below it.
     *
     * @return static
     */
    public function branchOf(ActiveRecordInterface $node)
    {
        $place = self::placeOf('branchOf', $node);

        return $this->nodesOfTree($place)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->left, Criteria::GREATER_EQUAL)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->right, Criteria::LESS_EQUAL);
    }

    /**
     * The nodes right below another one.
     *
     * @return static
     */
    public function childrenOf(ActiveRecordInterface $node)
    {
        $level = self::placeOf('childrenOf', $node)->level + 1;

        return $this->descendantsOf($node)
            ->withTreeNumber(self::treeTable()->levelColumn, $level, Criteria::EQUAL);
    }

    /**
     * The other children of the parent of a node.
     *
     * @return static
     */
    public function siblingsOf(ActiveRecordInterface $node, ?ConnectionInterface $con = null)
    {
        $parent = self::placeOf('siblingsOf', $node)->isInTree() ? $node->getParent($con) : null;

        return $parent === null ? $this->withoutNodes() : $this->childrenOf($parent)->prune($node);
    }

    /**
     * The nodes above another one.
     *
     * @return static
     */
    public function ancestorsOf(ActiveRecordInterface $node)
    {
        return $this->nodesAbove(self::placeOf('ancestorsOf', $node));
    }

    /**
     * The nodes above a place, which may be one that a new node is to take.
     *
     * @internal
     */
    public function nodesAbove(Place $place): static
    {
        return $this->nodesOfTree($place)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->left, Criteria::LESS_THAN)
            ->withTreeNumber(self::treeTable()->rightColumn, $place->right, Criteria::GREATER_THAN);
    }

    /**
     * A node and those above it.
     *
     * @return static
     */
    public function rootsOf(ActiveRecordInterface $node)
    {
        $place = self::placeOf('rootsOf', $node);

        return $this->nodesOfTree($place)
            ->withTreeNumber(self::treeTable()->leftColumn, $place->left, Criteria::LESS_EQUAL)
            ->withTreeNumber(self::treeTable()->rightColumn, $place->right, Criteria::GREATER_EQUAL);
    }

    /**
     * In the order of the tree: each node before those below it.
     *
     * @param bool $reverse
     * @return static
     */
    public function orderByBranch($reverse = false)
    {
        return $this->orderByTree([self::treeTable()->leftColumn], (bool) $reverse);
    }

    /**
     * Those near the root first; within a level, in the order of the tree.
     *
     * @param bool|string $reverse a direction, as other methods of this kind take it, where the column is called so
     * @return static
     */
    public function orderByLevel($reverse = false)
    {
        $reverse = is_string($reverse) ? strtoupper($reverse) === Criteria::DESC : $reverse;

        return $this->orderByTree([self::treeTable()->levelColumn, self::treeTable()->leftColumn], (bool) $reverse);
    }

    /**
     * Whether a node has numbers of a tree; see checkTree() for whole trees.
     *
     * @return bool
     */
    public static function isValid(?ActiveRecordInterface $node = null)
    {
        return $node !== null && $node->getRightValue() > $node->getLeftValue();
    }

    /**
     * Reads again where the pooled nodes are.
     *
     * @param ActiveRecordInterface|null $prune a node that stays as it is
     */
    public static function updateLoadedNodes(?ActiveRecordInterface $prune = null, ?ConnectionInterface $con = null)
    {
        $table = self::treeTable();
        TreePool::refresh($table, $table->writeConnection($con), $prune);
    }

    /**
     * The node with a number.
     *
     * @internal
     */
    public function nodeAt(ColumnMap $column, int $number, ?int $scope): static
    {
        return $this->restrictToTree($scope)->withTreeNumber($column, $number, Criteria::EQUAL);
    }

    /** The rows of a tree, also those that have no place in it. */
    protected function restrictToTree(?int $scope): static
    {
        $column = self::treeTable()->scopeColumn;
        if ($column !== null) {
            $this->addUsingAlias($column->getFullyQualifiedName(), $scope, Criteria::EQUAL);
        }

        return $this;
    }

    /** @return mixed the root of a tree, or null */
    protected function findTreeRoot(?int $scope, ?ConnectionInterface $con)
    {
        return $this->nodeAt(self::treeTable()->leftColumn, 1, $scope)->findOne($con);
    }

    /** @return mixed the nodes of a tree, in its order */
    protected function findNodes(?int $scope, ?ConnectionInterface $con)
    {
        return $this->restrictToTree($scope)
            ->withTreeNumber(self::treeTable()->leftColumn, 0, Criteria::GREATER_THAN)
            ->orderByBranch()
            ->find($con);
    }

    protected static function deleteNodes(?int $scope, ?ConnectionInterface $con): int
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

    /** Adds to numbers of a tree, which may be invalid until other numbers have changed, too. */
    protected static function shiftNumbers(
        int $delta,
        int $first,
        ?int $last,
        ?int $scope,
        ?ConnectionInterface $con,
    ): void {
        $change = Renumbering::shift($scope, $first, $last, $delta);
        self::writeTree($scope, $con, static function (TreeTable $table, ConnectionInterface $con) use ($change): void {
            (new TreeStatements($table, $con))->renumber($change);
            TreePool::renumbered($table, $con, [$change]);
        });
    }

    protected static function shiftLevels(
        int $delta,
        int $first,
        int $last,
        ?int $scope,
        ?ConnectionInterface $con,
    ): void {
        $table = self::treeTable();
        $update = Sql::number("UPDATE $table->name SET $table->level = $table->level + ? WHERE ", $delta)
            ->then($table->inTree($scope))
            ->then(Sql::number(" AND $table->left >= ? AND $table->right <= ?", $first, $last));
        self::writeTree($scope, $con, static function (TreeTable $table, ConnectionInterface $con) use ($update): void {
            (new TreeStatements($table, $con))->write($update);
            TreePool::refresh($table, $con);
        });
    }

    protected static function makeRoom(
        int $left,
        ?int $scope,
        ?ActiveRecordInterface $prune,
        ?ConnectionInterface $con,
    ): void {
        self::shiftNumbers(2, $left, null, $scope, $con);
        self::updateLoadedNodes($prune, $con);
    }

    /** @return list<string> what is wrong with a tree */
    protected static function problemsOfTree(?int $scope, ?ConnectionInterface $con): array
    {
        $table = self::treeTable();
        $con = $table->writeConnection($con);

        return (new TreeRepair(new TreeStatements($table, $con)))->problems($scope);
    }

    protected static function repairNumbers(?int $scope, bool $levelsOnly, ?ConnectionInterface $con): int
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
     * @template T
     * @param callable(TreeTable, ConnectionInterface): T $work
     * @return T
     */
    protected static function writeTree(?int $scope, ?ConnectionInterface $con, callable $work): mixed
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
        return TreeTable::of(self::TABLE_MAP);
    }

    /** The place of a row; the numbers of a node without a row may be those of others. */
    private static function placeOf(string $method, ActiveRecordInterface $node): Place
    {
        return KeyConditions::requireRow($method, $node)->getTreePlace();
    }

    private function nodesOfTree(Place $place): static
    {
        return $place->isInTree() ? $this->restrictToTree($place->scope) : $this->withoutNodes();
    }

    private function withoutNodes(): static
    {
        return $this->addAnd(new CustomCriterion($this, '1 = 0'), null, null, false);
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
}
