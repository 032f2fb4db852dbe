<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * What queries on a table with one tree offer.
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

    /** @return ObjectCollection<int, TNode> the nodes in the order of the tree */
    public function findTree(?ConnectionInterface $con = null)
    {
        return $this->findNodes(null, $con);
    }

    /** @return TNode|null the root */
    public static function retrieveRoot(?ConnectionInterface $con = null)
    {
        return self::newQuery()->findTreeRoot(null, $con);
    }

    /** @return ObjectCollection<int, TNode> the nodes in the order of the tree */
    public static function retrieveTree(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return self::newQuery($criteria)->findNodes(null, $con);
    }

    /**
     * Deletes all nodes.
     *
     * @return int how many
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

    /** Computes all levels from the numbers. */
    public static function fixLevels(?ConnectionInterface $con = null)
    {
        self::repairNumbers(null, true, $con);
    }

    /** @return list<string> what is wrong with the tree; nothing if it is valid */
    public static function checkTree(?ConnectionInterface $con = null)
    {
        return self::problemsOfTree(null, $con);
    }

    /**
     * Numbers the nodes anew, as near to what they say as can be; how many rows were wrong.
     *
     * @return int
     */
    public static function repairTree(?ConnectionInterface $con = null)
    {
        return self::repairNumbers(null, false, $con);
    }
}
