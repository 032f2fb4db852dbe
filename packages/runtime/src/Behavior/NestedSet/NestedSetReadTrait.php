<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\NestedSetRecursiveIterator;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Orm;

/** What a node knows of its tree. */
trait NestedSetReadTrait
{
    /** @var ObjectCollection<int, static>|null */
    protected ?ObjectCollection $collNestedSetChildren = null;

    /** @var static|null */
    protected ?ActiveRecordInterface $aNestedSetParent = null;

    /** @internal */
    public function getTreePlace(): Place
    {
        $properties = TreeTable::of(self::TABLE_MAP)->properties;
        $scope = isset($properties[3]) ? $this->{$properties[3]} : null;

        return new Place(
            (int) $this->{$properties[0]},
            (int) $this->{$properties[1]},
            (int) $this->{$properties[2]},
            $scope === null ? null : (int) $scope,
        );
    }

    /** @internal */
    public function clearTreeReferences(): void
    {
        $this->collNestedSetChildren = null;
        $this->aNestedSetParent = null;
    }

    /** @return bool */
    public function isInTree()
    {
        return $this->getTreePlace()->isInTree();
    }

    /** @return bool */
    public function isRoot()
    {
        return $this->getTreePlace()->isRoot();
    }

    /**
     * Whether it is in a tree and has no children.
     *
     * @return bool
     */
    public function isLeaf()
    {
        return $this->getTreePlace()->isLeaf();
    }

    /** @return bool */
    public function hasParent()
    {
        return $this->getTreePlace()->level > 0;
    }

    /** @return bool */
    public function hasChildren()
    {
        return $this->getTreePlace()->hasChildren();
    }

    /**
     * Whether it is below another node, at any depth.
     *
     * @return bool
     */
    public function isDescendantOf(ActiveRecordInterface $node)
    {
        return $node->isAncestorOf($this);
    }

    /**
     * Whether another node is below this one, at any depth.
     *
     * @return bool
     */
    public function isAncestorOf(ActiveRecordInterface $node)
    {
        $place = $this->getTreePlace();
        $other = $node->getTreePlace();

        return $place->isInTree() && $other->left > $place->left && $place->holds($other);
    }

    /** @return bool */
    public function hasPrevSibling(?ConnectionInterface $con = null)
    {
        $query = $this->prevSiblings($con);

        return $query !== null && $query->exists($con);
    }

    /** @return bool */
    public function hasNextSibling(?ConnectionInterface $con = null)
    {
        $query = $this->nextSiblings($con);

        return $query !== null && $query->exists($con);
    }

    /** @return bool */
    public function hasSiblings(?ConnectionInterface $con = null)
    {
        return $this->hasPrevSibling($con) || $this->hasNextSibling($con);
    }

    /** @return static|null */
    public function getPrevSibling(?ConnectionInterface $con = null)
    {
        return $this->prevSiblings($con)?->findOne($con);
    }

    /** @return static|null */
    public function getNextSibling(?ConnectionInterface $con = null)
    {
        return $this->nextSiblings($con)?->findOne($con);
    }

    /**
     * The node above; it is remembered.
     *
     * @return static|null
     */
    public function getParent(?ConnectionInterface $con = null)
    {
        if ($this->aNestedSetParent === null && $this->currentTreePlace($con)->level > 0) {
            $above = $this->treeQuery()->nodesAbove($this->getTreePlace());
            $this->aNestedSetParent = $above->orderByLevel(true)->findOne($con);
        }

        return $this->aNestedSetParent;
    }

    /**
     * Sets what getParent() gives; nothing moves.
     *
     * @param static|null $parent
     * @return static
     */
    public function setParent(?ActiveRecordInterface $parent = null)
    {
        $this->aNestedSetParent = $parent;

        return $this;
    }

    /**
     * The nodes right below; they are remembered, unless there is a criteria.
     *
     * @return ObjectCollection<int, static>
     */
    public function getChildren(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        if ($criteria === null && $this->collNestedSetChildren !== null) {
            return $this->collNestedSetChildren;
        }
        $children = $this->rowExists() && $this->currentTreePlace($con)->hasChildren()
            ? $this->treeQuery($criteria)->childrenOf($this)->orderByBranch()->find($con)
            : self::noNodes();
        if ($criteria !== null) {
            return $children;
        }
        foreach ($children as $child) {
            $child->setParent($this);
        }

        return $this->collNestedSetChildren = $children;
    }

    /** @return int */
    public function countChildren(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        if ($criteria === null && $this->collNestedSetChildren !== null) {
            return count($this->collNestedSetChildren);
        }

        return $this->rowExists() && $this->currentTreePlace($con)->hasChildren()
            ? $this->treeQuery($criteria)->childrenOf($this)->count($con)
            : 0;
    }

    /** @return static|null */
    public function getFirstChild(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->rowExists() && $this->currentTreePlace($con)->hasChildren()
            ? $this->treeQuery($criteria)->childrenOf($this)->orderByBranch()->findOne($con)
            : null;
    }

    /** @return static|null */
    public function getLastChild(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->rowExists() && $this->currentTreePlace($con)->hasChildren()
            ? $this->treeQuery($criteria)->childrenOf($this)->orderByBranch(true)->findOne($con)
            : null;
    }

    /**
     * The other children of the parent, in their order.
     *
     * @param bool $includeNode whether this node is among them
     * @return ObjectCollection<int, static>
     */
    public function getSiblings($includeNode = false, ?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        $parent = $this->currentTreePlace($con)->isInTree() ? $this->getParent($con) : null;
        if ($parent === null) {
            return self::noNodes();
        }
        $query = $this->treeQuery($criteria)->childrenOf($parent)->orderByBranch();
        if (!$includeNode && $this->rowExists()) {
            $query->prune($this);
        }

        return $query->find($con);
    }

    /** @return ObjectCollection<int, static> all nodes below, in the order of the tree */
    public function getDescendants(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->rowExists() && $this->currentTreePlace($con)->hasChildren()
            ? $this->treeQuery($criteria)->descendantsOf($this)->orderByBranch()->find($con)
            : self::noNodes();
    }

    /** @return int */
    public function countDescendants(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->rowExists() && $this->currentTreePlace($con)->hasChildren()
            ? $this->treeQuery($criteria)->descendantsOf($this)->count($con)
            : 0;
    }

    /** @return ObjectCollection<int, static> the node and all below it, in the order of the tree */
    public function getBranch(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->rowExists() && $this->currentTreePlace($con)->isInTree()
            ? $this->treeQuery($criteria)->branchOf($this)->orderByBranch()->find($con)
            : self::noNodes();
    }

    /** @return ObjectCollection<int, static> all nodes above, the root first */
    public function getAncestors(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->currentTreePlace($con)->level > 0
            ? $this->treeQuery($criteria)->nodesAbove($this->getTreePlace())->orderByBranch()->find($con)
            : self::noNodes();
    }

    /**
     * Goes through the node and all below it, each before its children; they are read by one query.
     *
     * @return NestedSetRecursiveIterator
     */
    public function getIterator()
    {
        $this->initNestedSetChildren();
        $path = [$this];
        foreach ($this->getDescendants() as $node) {
            $node->initNestedSetChildren();
            while (!end($path)->isAncestorOf($node) && count($path) > 1) {
                array_pop($path);
            }
            end($path)->addNestedSetChild($node);
            $path[] = $node;
        }

        return new NestedSetRecursiveIterator($this);
    }

    /** Sets the children to none, without asking the database. */
    public function initNestedSetChildren()
    {
        $this->collNestedSetChildren = self::noNodes();
    }

    /** Forgets the children that getChildren() gives. */
    public function clearNestedSetChildren()
    {
        $this->collNestedSetChildren = null;
    }

    /**
     * Adds to what getChildren() gives; nothing moves.
     *
     * @param static $child
     */
    public function addNestedSetChild(ActiveRecordInterface $child)
    {
        $this->collNestedSetChildren ??= self::noNodes();
        if (!in_array($child, $this->collNestedSetChildren->getArrayCopy(), true)) {
            $this->collNestedSetChildren[] = $child;
            $child->setParent($this);
        }
    }

    /** A query for nodes of the table, with the conditions of a criteria. */
    private function treeQuery(?Criteria $criteria = null): ModelCriteria
    {
        $query = TreeTable::of(self::TABLE_MAP)->query();

        return $criteria === null ? $query : $query->mergeWith($criteria);
    }

    /** Where the row is: it is read again if a statement may have changed it, and this object was not told. */
    private function currentTreePlace(?ConnectionInterface $con): Place
    {
        if ($this->rowIsStale && !$this->rowIsNew) {
            $con ??= Orm::getServiceContainer()->getReadConnection((self::TABLE_MAP)::DATABASE_NAME);
            $place = (new TreeStatements(TreeTable::of(self::TABLE_MAP), $con))->place($this->getTreeKey());
            if ($place !== null) {
                $this->adoptTreePlace($place);
            }
        }

        return $this->getTreePlace();
    }

    private function prevSiblings(?ConnectionInterface $con): ?ModelCriteria
    {
        $place = $this->currentTreePlace($con);
        $table = TreeTable::of(self::TABLE_MAP);

        return $place->isInTree() && !$place->isRoot()
            ? $this->treeQuery()->nodeAt($table->rightColumn, $place->left - 1, $place->scope)
            : null;
    }

    private function nextSiblings(?ConnectionInterface $con): ?ModelCriteria
    {
        $place = $this->currentTreePlace($con);
        $table = TreeTable::of(self::TABLE_MAP);

        return $place->isInTree() && !$place->isRoot()
            ? $this->treeQuery()->nodeAt($table->leftColumn, $place->right + 1, $place->scope)
            : null;
    }

    /** @return ObjectCollection<int, static> */
    private static function noNodes(): ObjectCollection
    {
        $table = TreeTable::of(self::TABLE_MAP);

        return ($table->map)::getTableMap()->newCollection();
    }
}
