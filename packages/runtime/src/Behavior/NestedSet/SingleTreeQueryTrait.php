<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Query methods for a table with one tree.
 *
 * @template TNode of ActiveRecordInterface
 */
trait SingleTreeQueryTrait
{
    /** @use NestedSetQueryTrait<TNode> */
    use NestedSetQueryTrait;

    /** @return TNode|null the root */
    public function findRoot(?ConnectionInterface $con = null)
    {
        return $this->findTreeRoot(null, $con);
    }

    /** @return ObjectCollection<int, TNode> the nodes in tree order */
    public function findTree(?ConnectionInterface $con = null)
    {
        return $this->findNodes(null, $con);
    }

    /** @return TNode|null the root */
    public static function retrieveRoot(?ConnectionInterface $con = null)
    {
        return self::newQuery()->findTreeRoot(null, $con);
    }

    /** @return ObjectCollection<int, TNode> the nodes in tree order */
    public static function retrieveTree(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return self::newQuery($criteria)->findNodes(null, $con);
    }

    /**
     * Deletes all nodes.
     *
     * @return int the number of deleted nodes
     */
    public static function deleteTree(?ConnectionInterface $con = null)
    {
        return self::deleteNodes(null, $con);
    }

    /**
     * Adds to the numbers from the first to the last; null: to the end.
     *
     * @param int $delta
     * @param int $first
     * @param int|null $last
     */
    public static function shiftRLValues($delta, $first, $last = null, ?ConnectionInterface $con = null)
    {
        self::shiftNumbers((int) $delta, (int) $first, $last === null ? null : (int) $last, null, $con);
    }

    /**
     * Adds to the levels of the nodes between two numbers.
     *
     * @param int $delta
     * @param int $first
     * @param int $last
     */
    public static function shiftLevel($delta, $first, $last, ?ConnectionInterface $con = null)
    {
        self::shiftLevels((int) $delta, (int) $first, (int) $last, null, $con);
    }

    /**
     * Makes room for a node at a number.
     *
     * @param int $left
     */
    public static function makeRoomForLeaf(
        $left,
        ?ActiveRecordInterface $prune = null,
        ?ConnectionInterface $con = null,
    ) {
        self::makeRoom((int) $left, null, $prune, $con);
    }

    /** Recalculates all levels from the numbers. */
    public static function fixLevels(?ConnectionInterface $con = null)
    {
        self::repairNumbers(null, true, $con);
    }

    /** @return list<string> the problems of the tree; empty if it is valid */
    public static function checkTree(?ConnectionInterface $con = null)
    {
        return self::problemsOfTree(null, $con);
    }

    /**
     * Renumbers the nodes, staying as close to their current numbers as possible. Returns the number of wrong rows.
     *
     * @return int
     */
    public static function repairTree(?ConnectionInterface $con = null)
    {
        return self::repairNumbers(null, false, $con);
    }
}
