<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Util\NumberValue;

/**
 * Query methods for a table with one tree per scope; null is a scope, too.
 *
 * @template TNode of ActiveRecordInterface
 */
trait SeveralTreesQueryTrait
{
    /** @use NestedSetQueryTrait<TNode> */
    use NestedSetQueryTrait;

    /**
     * Filters by the roots of all trees.
     *
     * @return static
     */
    public function treeRoots()
    {
        return $this->withTreeNumber(self::treeTable()->leftColumn, 1, Criteria::EQUAL);
    }

    /**
     * Filters by the rows of one tree.
     *
     * @return static
     */
    public function inTree(?int $scope = null)
    {
        return $this->restrictToTree($scope);
    }

    /** @return ObjectCollection<int, TNode> the roots of all trees */
    public function findRoots(?ConnectionInterface $con = null)
    {
        return self::asCriteria($this->treeRoots())->find($con);
    }

    /** @return TNode|null the root of a tree */
    public function findRoot($scope = null, ?ConnectionInterface $con = null)
    {
        return $this->findTreeRoot(self::treeScope($scope), $con);
    }

    /** @return ObjectCollection<int, TNode> the nodes of a tree, in tree order */
    public function findTree($scope = null, ?ConnectionInterface $con = null)
    {
        return $this->findNodes(self::treeScope($scope), $con);
    }

    /** @return ObjectCollection<int, TNode> the roots of all trees */
    public static function retrieveRoots(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return self::newQuery($criteria)->findRoots($con);
    }

    /** @return TNode|null the root of a tree */
    public static function retrieveRoot($scope = null, ?ConnectionInterface $con = null)
    {
        return self::newQuery()->findTreeRoot(self::treeScope($scope), $con);
    }

    /** @return ObjectCollection<int, TNode> the nodes of a tree, in tree order */
    public static function retrieveTree($scope = null, ?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return self::newQuery($criteria)->findNodes(self::treeScope($scope), $con);
    }

    /**
     * Deletes all nodes of a tree.
     *
     * @return int the number of deleted nodes
     */
    public static function deleteTree($scope = null, ?ConnectionInterface $con = null)
    {
        return self::deleteNodes(self::treeScope($scope), $con);
    }

    /**
     * Sets the scope of the rows that are being moved, which have negative left numbers.
     *
     * @param mixed $scope
     */
    public static function setNegativeScope($scope, ?ConnectionInterface $con = null)
    {
        $scope = self::treeScope($scope);
        self::writeTree($scope, $con, static function (TreeTable $table, ConnectionInterface $con) use ($scope): void {
            $set = $scope === null ? Sql::of('NULL') : Sql::number('?', $scope);
            (new TreeStatements($table, $con))->write(
                Sql::of("UPDATE $table->name SET $table->scope = ")->then($set)->then(" WHERE $table->left < 0"),
            );
            TreePool::refresh($table, $con);
        });
    }

    /**
     * Adds to the numbers of a tree from the first to the last; null: to the end.
     *
     * @param int $delta
     * @param int $first
     * @param int|null $last
     * @param mixed $scope
     */
    public static function shiftRLValues($delta, $first, $last = null, $scope = null, ?ConnectionInterface $con = null)
    {
        $last = $last === null ? null : (int) $last;
        self::shiftNumbers((int) $delta, (int) $first, $last, self::treeScope($scope), $con);
    }

    /**
     * Adds to the levels of the nodes between two numbers of a tree.
     *
     * @param int $delta
     * @param int $first
     * @param int $last
     * @param mixed $scope
     */
    public static function shiftLevel($delta, $first, $last, $scope = null, ?ConnectionInterface $con = null)
    {
        self::shiftLevels((int) $delta, (int) $first, (int) $last, self::treeScope($scope), $con);
    }

    /**
     * Makes room for a node at a number of a tree.
     *
     * @param int $left
     * @param mixed $scope
     */
    public static function makeRoomForLeaf(
        $left,
        $scope = null,
        ?ActiveRecordInterface $prune = null,
        ?ConnectionInterface $con = null,
    ) {
        self::makeRoom((int) $left, self::treeScope($scope), $prune, $con);
    }

    /** Recalculates all levels of a tree from its numbers. */
    public static function fixLevels($scope = null, ?ConnectionInterface $con = null)
    {
        self::repairNumbers(self::treeScope($scope), true, $con);
    }

    /** @return list<string> the problems of a tree; empty if it is valid */
    public static function checkTree($scope = null, ?ConnectionInterface $con = null)
    {
        return self::problemsOfTree(self::treeScope($scope), $con);
    }

    /**
     * Renumbers the nodes of a tree, staying as close to their current numbers as possible. Returns the number of wrong
     * rows.
     *
     * @return int
     */
    public static function repairTree($scope = null, ?ConnectionInterface $con = null)
    {
        return self::repairNumbers(self::treeScope($scope), false, $con);
    }

    private static function treeScope(mixed $scope): ?int
    {
        return NumberValue::integer($scope, (string) self::treeTable()->scopeColumn?->getFullyQualifiedName(), true);
    }
}
