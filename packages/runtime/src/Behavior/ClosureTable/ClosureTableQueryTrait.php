<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ClosureTable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;

/**
 * Query methods for the nodes of trees with concurrent writers.
 *
 * @template TNode of ActiveRecordInterface
 */
trait ClosureTableQueryTrait
{
    use QueryHost;

    /** @var bool whether the query selects descendants of nodes that another query deletes */
    protected $isBelowOthers = false;

    /**
     * Filters by the descendants of a node, at any depth.
     *
     * @return static
     */
    public function descendantsOf(ActiveRecordInterface $node)
    {
        return $this->related('ClosureAbove', 'AncestorId', $node, Criteria::GREATER_THAN);
    }

    /**
     * Filters by a node and its descendants.
     *
     * @return static
     */
    public function branchOf(ActiveRecordInterface $node)
    {
        return $this->related('ClosureAbove', 'AncestorId', $node, Criteria::GREATER_EQUAL);
    }

    /**
     * Filters by the ancestors of a node.
     *
     * @return static
     */
    public function ancestorsOf(ActiveRecordInterface $node)
    {
        return $this->related('ClosureBelow', 'DescendantId', $node, Criteria::GREATER_THAN);
    }

    /**
     * Filters by a node and its ancestors.
     *
     * @return static
     */
    public function rootsOf(ActiveRecordInterface $node)
    {
        return $this->related('ClosureBelow', 'DescendantId', $node, Criteria::GREATER_EQUAL);
    }

    /**
     * Filters by the direct children of a node.
     *
     * @return static
     */
    public function childrenOf(ActiveRecordInterface $node)
    {
        return $node->isNew() ? $this->withoutNodes() : $this->below($node->getPrimaryKey());
    }

    /**
     * Filters by the siblings of a node: the other children of its parent.
     *
     * @param ActiveRecordInterface&ClosureTableTrait $node
     * @return static
     */
    public function siblingsOf(ActiveRecordInterface $node, ?ConnectionInterface $con = null)
    {
        $parent = $node->getParent($con);

        return $parent === null
            ? $this->withoutNodes()
            : $this->addTogether(fn () => $this->childrenOf($parent)->prune($node));
    }

    /**
     * Filters by the nodes without a parent.
     *
     * @return static
     */
    public function treeRoots()
    {
        $column = ClosureTree::of(self::tableMap())->parentColumn;

        return $this->addUsingAlias($column->getFullyQualifiedName(), null, Criteria::ISNULL);
    }

    /**
     * Orders by level, the roots first, and then by the primary key.
     *
     * @param bool $reverse
     * @return static
     */
    public function orderByLevel($reverse = false)
    {
        $tree = ClosureTree::of(self::tableMap());
        $add = $reverse ? 'addDescendingOrderByColumn' : 'addAscendingOrderByColumn';
        $key = $this->getAliasedColName($tree->keyColumns[0]->getFullyQualifiedName());

        return $this->$add($tree->levelOf($key))->$add($key);
    }

    /** @return TNode|null the first root */
    public function findRoot(?ConnectionInterface $con = null)
    {
        return self::asCriteria($this->treeRoots()->orderByLevel())->findOne($con);
    }

    /** @return ObjectCollection<int, TNode> */
    public function findRoots(?ConnectionInterface $con = null)
    {
        return self::asCriteria($this->treeRoots()->orderByLevel())->find($con);
    }

    /**
     * Rebuilds the table of ancestors from the parents of the rows, for example after rows were written without this
     * library.
     *
     * @return int the number of its pairs
     */
    public static function rebuildTree(?ConnectionInterface $con = null)
    {
        $tree = ClosureTree::of(self::tableMap());
        $con = $tree->writeConnection($con);

        return ListTransaction::retry($tree, $con, static fn (): int => $tree->rebuild($con));
    }

    /**
     * Deletes the descendants of rows before the rows themselves, so that query hooks run for all of them.
     *
     * @return void
     */
    protected function deleteBelow(ConnectionInterface $con)
    {
        if ($this->isBelowOthers) {
            return;
        }
        $tree = ClosureTree::of(self::tableMap());
        if ($this->map === []) {
            $tree->cascades || $tree->clear($con);

            return;
        }
        $keys = $tree->keysOf(QueryRows::read(self::asCriteria(clone $this), $tree->keyColumns, $con));
        $below = [];
        foreach (array_chunk($keys, 500) as $chunk) {
            $query = self::newQuery();
            $query->useInQuery('ClosureAbove')->filterBy('AncestorId', $chunk, Criteria::IN)
                ->filterBy('Depth', 0, Criteria::GREATER_THAN)->endUse();
            $below += $tree->keysOf(QueryRows::read($query, $tree->keyColumns, $con));
        }
        $below = array_diff_key($below, $keys);
        if ($tree->cascades || $keys === []) {
            self::deleteKeys($below, $con);

            return;
        }
        $levels = $tree->deletePairs($con, $keys + $below);
        $last = array_pop($levels);
        // The conditions of the query may refer to the pairs, which are deleted now.
        self::asCriteria($this)->clear();
        $this->filterByPrimaryKeys(array_splice($last, -500));
        foreach ([...$levels, $last] as $level) {
            self::deleteKeys($level, $con);
        }
    }

    /** @param array<int|string, mixed> $keys */
    private static function deleteKeys(array $keys, ConnectionInterface $con): void
    {
        foreach (array_chunk($keys, 500) as $chunk) {
            $query = self::newQuery()->filterByPrimaryKeys($chunk);
            $query->isBelowOthers = true;
            $query->delete($con);
        }
    }

    /**
     * Rejects an update() of parents, because a statement cannot update the ancestors of its rows.
     *
     * @param array<string, mixed> $values by any name of the columns
     * @return void
     */
    protected function refuseParents(array $values, bool $forceIndividualSaves)
    {
        $table = self::tableMap()::getTableMap();
        $column = ClosureTree::of(self::tableMap())->parentColumn;
        foreach ($forceIndividualSaves ? [] : array_keys($values) as $name) {
            if ($table->findColumnByName((string) $name) === $column) {
                throw new OrmException(sprintf(
                    'update() cannot set %s: move the nodes by moveToChildOf(), or save each by update(…, null, true)',
                    $column->getFullyQualifiedName(),
                ));
            }
        }
    }

    private function related(string $relation, string $column, ActiveRecordInterface $node, string $depth): static
    {
        if ($node->isNew()) {
            return $this->withoutNodes();
        }

        self::asCriteria($this)->useInQuery($relation)->filterBy($column, $node->getPrimaryKey())
            ->filterBy('Depth', 0, $depth)->endUse();

        return $this;
    }

    private function below(mixed $key): static
    {
        $column = ClosureTree::of(self::tableMap())->parentColumn;

        return $this->addUsingAlias($column->getFullyQualifiedName(), $key, Criteria::EQUAL);
    }

    private function withoutNodes(): static
    {
        return $this->addUsingOperator(new CustomCriterion($this, '1 = 0'), null, null, false);
    }
}
