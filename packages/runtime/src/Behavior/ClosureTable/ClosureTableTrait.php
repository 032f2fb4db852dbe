<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ClosureTable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use Throwable;

/**
 * Makes a model object a node of a tree with concurrent writers.
 *
 * @method static|null getParent(?ConnectionInterface $con = null)
 * @method $this setParent(?ActiveRecordInterface $parent)
 * @method int save(?ConnectionInterface $con = null)
 */
trait ClosureTableTrait
{
    use RecordState;

    /**
     * Becomes a child of another node on save.
     *
     * @return static
     */
    public function insertAsChildOf(ActiveRecordInterface $parent)
    {
        return $this->setParent($parent);
    }

    /**
     * Becomes a root on save.
     *
     * @return static
     */
    public function makeRoot()
    {
        return $this->setParent(null);
    }

    /**
     * Moves with all descendants below another node, immediately: the object is saved.
     *
     * @return static
     */
    public function moveToChildOf(ActiveRecordInterface $parent, ?ConnectionInterface $con = null)
    {
        return $this->saveBelow($parent, $con);
    }

    /**
     * Becomes a root and keeps its descendants, immediately: the object is saved.
     *
     * @return static
     */
    public function moveToRoot(?ConnectionInterface $con = null)
    {
        return $this->saveBelow(null, $con);
    }

    /** @return bool whether the node has no parent */
    public function isRoot()
    {
        return $this->treeParentKey() === null && $this->getParent() === null;
    }

    /** @return bool */
    public function hasParent()
    {
        return !$this->isRoot();
    }

    /** @return bool whether the node has no children */
    public function isLeaf(?ConnectionInterface $con = null)
    {
        return !$this->hasChildren($con);
    }

    /** @return bool */
    public function hasChildren(?ConnectionInterface $con = null)
    {
        return $this->rowExists() && $this->nodes()->childrenOf($this)->exists($con);
    }

    /** @return int the number of ancestors */
    public function getLevel(?ConnectionInterface $con = null)
    {
        return $this->rowExists() ? $this->nodes()->ancestorsOf($this)->count($con) : 0;
    }

    /** @return bool */
    public function isDescendantOf(ActiveRecordInterface $node, ?ConnectionInterface $con = null)
    {
        return $this->rowExists() && !$node->isNew()
            && $this->nodes()->descendantsOf($node)->filterByPrimaryKey($this->getPrimaryKey())->exists($con);
    }

    /**
     * @param ActiveRecordInterface&ClosureTableTrait $node
     * @return bool
     */
    public function isAncestorOf(ActiveRecordInterface $node, ?ConnectionInterface $con = null)
    {
        return $node->isDescendantOf($this, $con);
    }

    /** @return ObjectCollection<int, static> the ancestors, the root first */
    public function getAncestors(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->nodes($criteria)->ancestorsOf($this)->orderByLevel()->find($con);
    }

    /** @return ObjectCollection<int, static> the descendants, the nearest first */
    public function getDescendants(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->nodes($criteria)->descendantsOf($this)->orderByLevel()->find($con);
    }

    /** @return int */
    public function countDescendants(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->nodes($criteria)->descendantsOf($this)->count($con);
    }

    /** @return ObjectCollection<int, static> the node and its descendants */
    public function getBranch(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->nodes($criteria)->branchOf($this)->orderByLevel()->find($con);
    }

    /**
     * @param bool $includeNode
     * @return ObjectCollection<int, static> the children of its parent; empty for a root
     */
    public function getSiblings($includeNode = false, ?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        $query = $this->nodes($criteria);
        $parent = $this->getParent($con);
        if ($parent === null || $includeNode) {
            return ($parent === null ? $query->siblingsOf($this) : $query->childrenOf($parent))
                ->orderByLevel()->find($con);
        }

        return $query->siblingsOf($this)->orderByLevel()->find($con);
    }

    /**
     * Deletes all descendants of this node.
     *
     * @return int the number of deleted nodes
     */
    public function deleteDescendants(?ConnectionInterface $con = null)
    {
        if (!$this->rowExists()) {
            return 0;
        }
        $tree = ClosureTree::of(self::tableMap());
        $con = $tree->writeConnection($con);

        return $con->transaction(function () use ($con): int {
            // The database does not count the rows that it deletes by cascade.
            $count = $this->countDescendants(null, $con);
            $this->nodes()->descendantsOf($this)->delete($con);

            return $count;
        }, $tree->transactionOptions());
    }

    /**
     * Adds the pairs of the row after it was inserted.
     *
     * @return void
     */
    protected function enterTree(ConnectionInterface $con)
    {
        ClosureTree::of(self::tableMap())->add($con, $this->keyParts()[0], $this->treeParentKey());
    }

    /**
     * Moves the branch before the row is written, if its parent has changed.
     *
     * @return void
     */
    protected function moveBranch(ConnectionInterface $con)
    {
        $tree = ClosureTree::of(self::tableMap());
        if (isset($this->modifiedColumns[$tree->parentColumn->getFullyQualifiedName()])) {
            $tree->move($con, ($this->originalKey ?? $this->keyParts())[0], $this->treeParentKey());
        }
    }

    private function saveBelow(?ActiveRecordInterface $parent, ?ConnectionInterface $con): static
    {
        if (!$this->rowExists()) {
            throw new OrmException(sprintf('This %s is not in a tree: insert it', static::class));
        }
        $column = ClosureTree::of(self::tableMap())->parentColumn;
        $name = $column->getFullyQualifiedName();
        $before = [$this->treeParentKey(), isset($this->modifiedColumns[$name])];
        try {
            $this->setParent($parent)->save($con);
        } catch (Throwable $failure) {
            $this->{'set' . $column->getPhpName()}($before[0]);
            if (!$before[1]) {
                unset($this->modifiedColumns[$name]);
            }
            throw $failure;
        }

        return $this;
    }

    private function treeParentKey(): mixed
    {
        return $this->{ClosureTree::of(self::tableMap())->parentColumn->getProperty()};
    }

    /** @return ModelCriteria&ClosureTableQueryTrait<static> */
    private function nodes(?Criteria $criteria = null): ModelCriteria
    {
        $query = ClosureTree::of(self::tableMap())->query();

        return $criteria === null ? $query : $query->mergeWith($criteria);
    }
}
