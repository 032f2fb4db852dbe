<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;

/** A model object as a node of a tree: how it gets to its place, and leaves it. */
trait NestedSetTrait
{
    use NestedSetPlaceTrait;
    use NestedSetReadTrait;

    /** @var list<array{callable: callable, arguments: list<mixed>}> called once, before the row is written */
    protected array $nestedSetQueries = [];

    /** What becomes of the place when the object is saved, one of the constants of TreeIntent. */
    private ?string $treeIntent = null;

    /** The left number that the intent came with: the intent ends when another one is set or the row is read again. */
    private ?int $intendedLeft = null;

    /** The node that the place is relative to. */
    protected ?ActiveRecordInterface $aNestedSetTarget = null;

    /**
     * Becomes the root of a tree when it is saved.
     *
     * @return static
     */
    public function makeRoot()
    {
        if ($this->getLeftValue() || $this->getRightValue()) {
            throw new OrmException(sprintf('This %s cannot become a root: it already has a position', static::class));
        }
        $this->intend(TreeIntent::ROOT, null, new Place(1, 2, 0, $this->getTreePlace()->scope));

        return $this;
    }

    /**
     * The other node becomes the first child of this one when it is saved.
     *
     * @return static
     */
    public function addChild(ActiveRecordInterface $child)
    {
        if ($this->rowIsNew) {
            throw new OrmException(sprintf('A new %s must be saved before it gets children', static::class));
        }
        $child->insertAsFirstChildOf($this);

        return $this;
    }

    /**
     * Becomes the first child of another node when it is saved.
     *
     * @return static
     */
    public function insertAsFirstChildOf(ActiveRecordInterface $parent)
    {
        return $this->intendTreePlace(TreeIntent::FIRST_CHILD, $parent);
    }

    /**
     * Becomes the last child of another node when it is saved.
     *
     * @return static
     */
    public function insertAsLastChildOf(ActiveRecordInterface $parent)
    {
        return $this->intendTreePlace(TreeIntent::LAST_CHILD, $parent);
    }

    /**
     * Goes before another node when it is saved.
     *
     * @return static
     */
    public function insertAsPrevSiblingOf(ActiveRecordInterface $sibling)
    {
        return $this->intendTreePlace(TreeIntent::PREV_SIBLING, $sibling);
    }

    /**
     * Goes behind another node when it is saved.
     *
     * @return static
     */
    public function insertAsNextSiblingOf(ActiveRecordInterface $sibling)
    {
        return $this->intendTreePlace(TreeIntent::NEXT_SIBLING, $sibling);
    }

    /**
     * Moves with its descendants, at once.
     *
     * @return static
     */
    public function moveToFirstChildOf(ActiveRecordInterface $parent, ?ConnectionInterface $con = null)
    {
        return $this->moveInTrees(TreeIntent::FIRST_CHILD, $parent, $con);
    }

    /**
     * Moves with its descendants, at once.
     *
     * @return static
     */
    public function moveToLastChildOf(ActiveRecordInterface $parent, ?ConnectionInterface $con = null)
    {
        return $this->moveInTrees(TreeIntent::LAST_CHILD, $parent, $con);
    }

    /**
     * Moves with its descendants, at once.
     *
     * @return static
     */
    public function moveToPrevSiblingOf(ActiveRecordInterface $sibling, ?ConnectionInterface $con = null)
    {
        return $this->moveInTrees(TreeIntent::PREV_SIBLING, $sibling, $con);
    }

    /**
     * Moves with its descendants, at once.
     *
     * @return static
     */
    public function moveToNextSiblingOf(ActiveRecordInterface $sibling, ?ConnectionInterface $con = null)
    {
        return $this->moveInTrees(TreeIntent::NEXT_SIBLING, $sibling, $con);
    }

    /**
     * Deletes all nodes below this one.
     *
     * @return int how many
     */
    public function deleteDescendants(?ConnectionInterface $con = null)
    {
        if ($this->rowIsNew) {
            return 0;
        }
        $table = TreeTable::of(self::TABLE_MAP);
        $con = $table->writeConnection($con);

        return $con->transaction(function () use ($table, $con): int {
            [$place] = $this->lockTreePlaces($table, $con);
            if (!$place->isInTree() || $place->isLeaf()) {
                return 0;
            }
            $this->becomeMovedTo($table, $con, $place);

            return $table->query()->descendantsOf($this)->delete($con);
        }, $table->transactionOptions());
    }

    /** Right before the row is written: entries of the queue first, then what is to become of the object's place. */
    protected function processNestedSetQueries(ConnectionInterface $con): void
    {
        foreach ($this->nestedSetQueries as ['callable' => $callable, 'arguments' => $arguments]) {
            $callable(...[...array_values($arguments), $con]);
        }
        $this->nestedSetQueries = [];
        $table = TreeTable::of(self::TABLE_MAP);
        $isIntended = isset($this->modifiedColumns[$table->leftColumn->getFullyQualifiedName()])
            && (int) $this->{$table->properties[0]} === $this->intendedLeft;
        $intent = $isIntended ? $this->treeIntent : null;
        if ($intent === null) {
            $this->treeIntent = $this->aNestedSetTarget = null;
            if ($this->rowIsNew && $this->getTreePlace()->isRoot()) {
                $this->refuseSecondRoot($table, $con);
            }

            return;
        }
        $this->rememberTreeState($table, $con);
        if ($intent === TreeIntent::ROOT) {
            $this->refuseSecondRoot($table, $con);
            $this->refuseTreeRow($table, $con);
            $this->writeTreePlace(new Place(1, 2, 0, $this->getTreePlace()->scope));
        } else {
            $this->enterTree($intent, $table, $con);
        }
        $this->treeIntent = $this->aNestedSetTarget = null;
    }

    /** The descendants of a root would be left without a root. */
    protected function refuseToDeleteRoot(ConnectionInterface $con): void
    {
        $table = TreeTable::of(self::TABLE_MAP);
        if (!$this->rowIsNew && (new TreeStatements($table, $con))->place($this->getTreeKey())?->isRoot()) {
            throw new OrmException(sprintf(
                'A root cannot be deleted alone: %sQuery::deleteTree() deletes the whole tree',
                static::class,
            ));
        }
    }

    /**
     * Moves the node with its descendants to a number of a tree.
     *
     * @param int $destLeft the number that its left one would be inserted at
     * @param int $levelDelta what is added to the levels
     */
    protected function moveSubtreeTo(
        int $destLeft,
        int $levelDelta,
        ?int $targetScope = null,
        ?ConnectionInterface $con = null,
    ): void {
        $table = TreeTable::of(self::TABLE_MAP);
        $con = $table->writeConnection($con);
        ListTransaction::retry($table, $con, function () use ($table, $con, $destLeft, $levelDelta, $targetScope) {
            $this->rememberTreeState($table, $con);
            [$place] = $this->lockTreePlaces($table, $con, null, [$targetScope]);
            $this->takeTreePlace($table, $con, $place, $targetScope, $destLeft, $levelDelta);
        });
    }

    private function intendTreePlace(string $intent, ActiveRecordInterface $target): static
    {
        if ($this->isInTree()) {
            throw new OrmException(sprintf('This %s is already in a tree; use moveTo…()', static::class));
        }
        $this->refuseOtherClass($target);
        $place = $target->getTreePlace();
        TreeIntent::check($intent, $place, static::class);
        $this->intend($intent, $target, TreeIntent::leaf($intent, $place));
        if (TreeIntent::isChild($intent)) {
            $this->setParent($target);
        }

        return $this;
    }

    /** @param Place $place as far as it is known now: it is found again when the row is written */
    private function intend(string $intent, ?ActiveRecordInterface $target, Place $place): void
    {
        $this->treeIntent = $intent;
        $this->aNestedSetTarget = $target;
        $this->intendedLeft = $place->left;
        $this->writeTreePlace($place);
    }

    private function moveInTrees(string $intent, ActiveRecordInterface $target, ?ConnectionInterface $con): static
    {
        $this->refuseOtherClass($target);
        if ($this->rowIsNew || !$this->isInTree()) {
            throw new OrmException(sprintf('This %s is not in a tree: insert it', static::class));
        }
        if ($target->isNew()) {
            throw new OrmException(sprintf('The other %s must be saved first', static::class));
        }
        $table = TreeTable::of(self::TABLE_MAP);
        $con = $table->writeConnection($con);
        ListTransaction::retry($table, $con, function () use ($table, $con, $intent, $target): void {
            $this->rememberTreeState($table, $con);
            [$place, $targetPlace] = $this->lockTreePlaces($table, $con, $target);
            if (!$place->isInTree()) {
                throw new OrmException(sprintf('This %s is no longer in a tree', static::class));
            }
            TreeIntent::check($intent, $targetPlace, static::class);
            if ($place->holds($targetPlace)) {
                throw new OrmException(sprintf('This %s cannot move into its own branch', static::class));
            }
            $new = TreeIntent::leaf($intent, $targetPlace);
            $levels = $new->level - $place->level;
            $this->takeTreePlace($table, $con, $place, $new->scope, $new->left, $levels, $target);
        });

        return $this;
    }

    /** Moves the branch of this node, whose trees are locked. */
    private function takeTreePlace(
        TreeTable $table,
        ConnectionInterface $con,
        Place $place,
        ?int $scope,
        int $left,
        int $levels,
        ?ActiveRecordInterface $target = null,
    ): void {
        if ($scope !== $place->scope) {
            $changes = [
                Renumbering::shift($scope, $left, null, $place->size()),
                Renumbering::moveToTree($place, $scope, $left, $levels),
                Renumbering::close($place->scope, [$place]),
            ];
            $table->query()->branchOf($this)->moveToTree(
                $scope,
                $con,
                fn () => $this->renumberTrees($table, $con, $changes, $target),
            );
        } else {
            $isThere = $left >= $place->left && $left <= $place->right + 1;
            $changes = $isThere ? [] : [Renumbering::move($place, $left, $levels)];
            $this->renumberTrees($table, $con, $changes, $target);
        }
        foreach ($changes as $change) {
            $place = $change->place($place);
        }
        $this->becomeMovedTo($table, $con, $place);
    }

    /** @param list<Renumbering> $changes */
    private function renumberTrees(
        TreeTable $table,
        ConnectionInterface $con,
        array $changes,
        ?ActiveRecordInterface $target,
    ): void {
        $statements = new TreeStatements($table, $con);
        foreach ($changes as $change) {
            $statements->renumber($change);
        }
        $table->written($con);
        TreePool::renumbered($table, $con, $changes, $target === null ? [$this] : [$this, $target]);
    }

    private function enterTree(string $intent, TreeTable $table, ConnectionInterface $con): void
    {
        $target = $this->aNestedSetTarget
            ?? throw new OrmException(sprintf('This %s has lost its position: insert it again', static::class));
        if ($target->isNew() || $target->isDeleted()) {
            throw new OrmException(sprintf(
                'The %s that this one is inserted beside or below %s',
                static::class,
                $target->isDeleted() ? 'was deleted' : 'must be saved first',
            ));
        }
        $place = $this->lockTargetPlace($target, $table, $con);
        TreeIntent::check($intent, $place, static::class);
        $this->refuseTreeRow($table, $con);
        $new = TreeIntent::leaf($intent, $place);
        $room = Renumbering::shift($new->scope, $new->left, null, $new->size());
        (new TreeStatements($table, $con))->renumber($room);
        $table->written($con);
        TreePool::renumbered($table, $con, [$room], [$target]);
        $this->writeTreePlace($new);
        $this->clearTreeReferences();
    }

    /** Locks the tree of a node; where that is now. */
    private function lockTargetPlace(ActiveRecordInterface $target, TreeTable $table, ConnectionInterface $con): Place
    {
        $known = $target->getTreePlace();
        $place = $table->lockAndRead(
            $con,
            [$table->lockOf($known->scope)],
            static function () use ($table, $con, $target): array {
                $place = (new TreeStatements($table, $con))->place($target->getTreeKey());

                return [$place, $place === null ? [] : [$table->lockOf($place->scope)]];
            },
        ) ?? throw new OrmException(sprintf('The row of the other %s no longer exists', static::class));
        if (!$place->equals($known)) {
            // Others have written the tree.
            TreePool::refresh($table, $con);
            $target->adoptTreePlace($place);
        }

        return $place;
    }

    /**
     * Locks the trees of this node and of another one.
     *
     * @param list<?int> $scopes further trees to lock
     * @return list<Place> where both are now
     */
    private function lockTreePlaces(
        TreeTable $table,
        ConnectionInterface $con,
        ?ActiveRecordInterface $other = null,
        array $scopes = [],
    ): array {
        $nodes = $other === null ? [$this] : [$this, $other];
        $known = array_map(static fn (ActiveRecordInterface $node): Place => $node->getTreePlace(), $nodes);
        $lock = static fn (array $places): array => TreeTable::distinct([
            ...array_map(static fn (Place $place): array => $table->lockOf($place->scope), $places),
            ...array_map($table->lockOf(...), $scopes),
        ]);
        $places = $table->lockAndRead($con, $lock($known), static function () use ($table, $con, $nodes, $lock): array {
            $rows = (new TreeStatements($table, $con))->places(
                array_map(static fn (ActiveRecordInterface $node): array => $node->getTreeKey(), $nodes),
            );
            $places = [];
            foreach ($nodes as $node) {
                $places[] = $rows[$table->keyText($node->getTreeKey())][1]
                    ?? throw new OrmException(sprintf('The row of a %s no longer exists', $node::class));
            }

            return [$places, $lock($places)];
        });
        foreach ($nodes as $i => $node) {
            if (!$places[$i]->equals($known[$i])) {
                TreePool::refresh($table, $con);
                $node->adoptTreePlace($places[$i]);
            }
        }

        return $places;
    }

    /** The place in memory is that of the row. */
    private function becomeMovedTo(TreeTable $table, ConnectionInterface $con, Place $place): void
    {
        foreach ($table->columnNames as $column) {
            unset($this->modifiedColumns[$column]);
        }
        $this->adoptTreePlace($place);
        $this->clearTreeReferences();
        $this->ensureConsistency();
    }

    private function refuseSecondRoot(TreeTable $table, ConnectionInterface $con): void
    {
        $scope = $this->getTreePlace()->scope;
        $table->lock($con, [$table->lockOf($scope)]);
        if ((new TreeStatements($table, $con))->hasRoot($scope)) {
            throw new OrmException($table->scope === null
                ? 'The tree already has a root; the parameter use_scope of nested_set allows several trees'
                : sprintf('The tree of scope %s already has a root', $scope ?? 'null'));
        }
    }

    /** Another connection may have inserted the row of this object, or is about to do so and has to wait. */
    private function refuseTreeRow(TreeTable $table, ConnectionInterface $con): void
    {
        if ($this->rowIsNew) {
            return;
        }
        $places = (new TreeStatements($table, $con))->places([$this->getTreeKey()], true);
        if ((reset($places) ?: [null, null])[1]?->isInTree()) {
            throw new OrmException(sprintf('This %s is already in a tree: reload it and move it', static::class));
        }
    }

    private function refuseOtherClass(ActiveRecordInterface $node): void
    {
        if ($node::TABLE_MAP !== self::TABLE_MAP) {
            throw new OrmException(sprintf('A %s and a %s cannot be in the same tree', static::class, $node::class));
        }
    }
}
