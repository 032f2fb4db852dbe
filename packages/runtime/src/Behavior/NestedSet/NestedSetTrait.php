<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\NestedSetRecursiveIterator;
use Orm\Runtime\ActiveRecord\ObjectRelations;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\RollbackLog;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Orm;

/**
 * Makes a model object a node of a tree.
 *
 * @method int|null getLeftValue()
 * @method int|null getRightValue()
 */
trait NestedSetTrait
{
    use RecordState;

    /**
     * @var list<array{callable: callable, arguments: list<mixed>}> callbacks that run once, before the row is written
     */
    protected $nestedSetQueries = [];

    /** The planned change of position on save, one of the constants of TreeIntent. */
    private ?string $treeIntent = null;

    /**
     * The left number set with the intent. The intent is dropped when another left number is set or the row is
     * reloaded.
     */
    private ?int $intendedLeft = null;

    /** @var ActiveRecordInterface|null The node that the planned position is relative to. */
    protected $aNestedSetTarget = null;

    /** @var ObjectCollection<int, static>|null */
    protected $collNestedSetChildren = null;

    /** @var static|null */
    protected $aNestedSetParent = null;

    /**
     * Makes this object the root of a tree on save.
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
     * Makes another node the first child of this one when that node is saved.
     *
     * @param ActiveRecordInterface&NestedSetTrait $child
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
     * Becomes the first child of another node on save.
     *
     * @return static
     */
    public function insertAsFirstChildOf(ActiveRecordInterface $parent)
    {
        return $this->intendTreePlace(TreeIntent::FIRST_CHILD, $parent);
    }

    /**
     * Becomes the last child of another node on save.
     *
     * @return static
     */
    public function insertAsLastChildOf(ActiveRecordInterface $parent)
    {
        return $this->intendTreePlace(TreeIntent::LAST_CHILD, $parent);
    }

    /**
     * Becomes the previous sibling of another node on save.
     *
     * @return static
     */
    public function insertAsPrevSiblingOf(ActiveRecordInterface $sibling)
    {
        return $this->intendTreePlace(TreeIntent::PREV_SIBLING, $sibling);
    }

    /**
     * Becomes the next sibling of another node on save.
     *
     * @return static
     */
    public function insertAsNextSiblingOf(ActiveRecordInterface $sibling)
    {
        return $this->intendTreePlace(TreeIntent::NEXT_SIBLING, $sibling);
    }

    /**
     * Moves with all descendants to the first child position of another node, immediately.
     *
     * @return static
     */
    public function moveToFirstChildOf(ActiveRecordInterface $parent, ?ConnectionInterface $con = null)
    {
        return $this->moveInTrees(TreeIntent::FIRST_CHILD, $parent, $con);
    }

    /**
     * Moves with all descendants to the last child position of another node, immediately.
     *
     * @return static
     */
    public function moveToLastChildOf(ActiveRecordInterface $parent, ?ConnectionInterface $con = null)
    {
        return $this->moveInTrees(TreeIntent::LAST_CHILD, $parent, $con);
    }

    /**
     * Moves with all descendants to the position before another node, immediately.
     *
     * @return static
     */
    public function moveToPrevSiblingOf(ActiveRecordInterface $sibling, ?ConnectionInterface $con = null)
    {
        return $this->moveInTrees(TreeIntent::PREV_SIBLING, $sibling, $con);
    }

    /**
     * Moves with all descendants to the position after another node, immediately.
     *
     * @return static
     */
    public function moveToNextSiblingOf(ActiveRecordInterface $sibling, ?ConnectionInterface $con = null)
    {
        return $this->moveInTrees(TreeIntent::NEXT_SIBLING, $sibling, $con);
    }

    /**
     * Deletes all descendants of this node.
     *
     * @return int the number of deleted nodes
     */
    public function deleteDescendants(?ConnectionInterface $con = null)
    {
        if ($this->rowIsNew) {
            return 0;
        }
        $table = TreeTable::of(self::tableMap());
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

    /**
     * Runs the queued callbacks and then the planned change of position, right before the row is written.
     *
     * @return void
     */
    protected function processNestedSetQueries(ConnectionInterface $con)
    {
        foreach ($this->nestedSetQueries as ['callable' => $callable, 'arguments' => $arguments]) {
            $callable(...[...array_values($arguments), $con]);
        }
        $this->nestedSetQueries = [];
        $table = TreeTable::of(self::tableMap());
        $isIntended = isset($this->modifiedColumns[$table->leftColumn->getFullyQualifiedName()])
            && (int) $this->{$table->properties[0]} === $this->intendedLeft;
        $intent = $isIntended ? $this->treeIntent : null;
        if ($intent === null) {
            $this->treeIntent = $this->aNestedSetTarget = null;
            if ($this->rowIsNew && $this->getTreePlace()->isRoot()) {
                $this->refuseSecondRoot($table, $con);
            }
            $this->refuseOtherScope($table, $con);

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
        if ($table->scopeColumn !== null && !$this->rowIsNew) {
            // The row may have got another scope since this object was read.
            $this->modifiedColumns[$table->scopeColumn->getFullyQualifiedName()] = true;
        }
        $this->treeIntent = $this->aNestedSetTarget = null;
    }

    /**
     * Throws if the object is a root, because its descendants would be left without one.
     *
     * @return void
     */
    protected function refuseToDeleteRoot(ConnectionInterface $con)
    {
        $table = TreeTable::of(self::tableMap());
        if (!$this->rowIsNew && (new TreeStatements($table, $con))->place($this->getTreeKey())?->isRoot()) {
            throw new OrmException(sprintf(
                'A root cannot be deleted alone: %sQuery::deleteTree() deletes the whole tree',
                static::class,
            ));
        }
    }

    /**
     * Moves the node with all descendants to a position of a tree, given by its number.
     *
     * @param int $destLeft the number that a node inserted there would get as its left one
     * @param int $levelDelta the number that is added to the levels
     * @return void
     */
    protected function moveSubtreeTo(
        int $destLeft,
        int $levelDelta,
        ?int $targetScope = null,
        ?ConnectionInterface $con = null,
    ) {
        $table = TreeTable::of(self::tableMap());
        $con = $table->writeConnection($con);
        ListTransaction::retry($table, $con, function () use ($table, $con, $destLeft, $levelDelta, $targetScope) {
            $this->rememberTreeState($table, $con);
            [$place] = $this->lockTreePlaces($table, $con, null, [$targetScope]);
            $this->takeTreePlace($table, $con, $place, $targetScope, $destLeft, $levelDelta);
        });
    }

    /** @param ActiveRecordInterface&NestedSetTrait $target */
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

    /** @param Place $place the position as currently known; it is determined again when the row is written */
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
        $table = TreeTable::of(self::tableMap());
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

    /** Moves the branch of this node. Its trees must be locked. */
    private function takeTreePlace(
        TreeTable $table,
        ConnectionInterface $con,
        Place $place,
        ?int $scope,
        int $left,
        int $levels,
        ?ActiveRecordInterface $target = null,
    ): void {
        $move = function () use ($table, $con, $place, $scope, $left, $levels, $target): Place {
            return $this->renumberBranch($table, $con, $place, $scope, $left, $levels, $target);
        };
        // Another behavior may have to write the rows of the branch as well.
        if (method_exists($this, 'behaviorAroundMove')) {
            $new = new Place($left, $left + 1, $place->level + $levels, $scope);
            $this->behaviorAroundMove($con, $place, $new, $move);
        } else {
            $move();
        }
    }

    private function renumberBranch(
        TreeTable $table,
        ConnectionInterface $con,
        Place $place,
        ?int $scope,
        int $left,
        int $levels,
        ?ActiveRecordInterface $target,
    ): Place {
        if ($scope !== $place->scope) {
            $changes = [
                Renumbering::shift($scope, $left, null, $place->size()),
                Renumbering::moveToTree($place, $scope, $left, $levels),
                Renumbering::close($place->scope, [$place]),
            ];
            QueryAccess::call(
                $table->query()->branchOf($this),
                'moveToTree',
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

        return $place;
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

    /**
     * Locks the tree of a node, and returns the node's current position.
     *
     * @param ActiveRecordInterface&NestedSetTrait $target
     */
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
            // Another connection has changed the tree.
            TreePool::refresh($table, $con);
            $target->adoptTreePlace($place);
        }

        return $place;
    }

    /**
     * Locks the trees of this node and of another one.
     *
     * @param list<?int> $scopes further trees to lock
     * @return list<Place> the current positions of both
     */
    private function lockTreePlaces(
        TreeTable $table,
        ConnectionInterface $con,
        ?ActiveRecordInterface $other = null,
        array $scopes = [],
    ): array {
        $nodes = $other === null ? [$this] : [$this, $other];
        $known = array_map(static fn (object $node): Place => $node->getTreePlace(), $nodes);
        $lock = static fn (array $places): array => TreeTable::distinct([
            ...array_map(static fn (Place $place): array => $table->lockOf($place->scope), $places),
            ...array_map($table->lockOf(...), $scopes),
        ]);
        $places = $table->lockAndRead($con, $lock($known), static function () use ($table, $con, $nodes, $lock): array {
            $rows = (new TreeStatements($table, $con))->places(
                array_map(static fn (object $node): array => $node->getTreeKey(), $nodes),
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

    /** Sets the position in memory to that of the row. */
    private function becomeMovedTo(TreeTable $table, ConnectionInterface $con, Place $place): void
    {
        foreach ($table->columnNames as $column) {
            unset($this->modifiedColumns[$column]);
        }
        $this->adoptTreePlace($place);
        $this->clearTreeReferences();
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

    /**
     * Throws if only the scope of a node has changed, because its numbers belong to the tree of the old scope. A root
     * without children is a whole tree, and may go where there is none.
     */
    private function refuseOtherScope(TreeTable $table, ConnectionInterface $con): void
    {
        if ($this->rowIsNew || $table->scopeColumn === null || !$this->isInTree()) {
            return;
        }
        $isChanged = fn (ColumnMap $column): bool => isset($this->modifiedColumns[$column->getFullyQualifiedName()]);
        if (array_values(array_filter($table->columns(), $isChanged)) !== [$table->scopeColumn]) {
            return;
        }
        if ($this->isRoot() && $this->isLeaf()) {
            $this->refuseSecondRoot($table, $con);
        } else {
            throw new OrmException(sprintf(
                'This %s is in a tree, so its %s cannot be set; moveTo…() moves it to another tree',
                static::class,
                $table->scopeColumn->getPhpName(),
            ));
        }
    }

    /**
     * Throws if another connection has already put the row of this object into a tree. Waits if one is about to do so.
     */
    private function refuseTreeRow(TreeTable $table, ConnectionInterface $con): void
    {
        if ($this->rowIsNew) {
            return;
        }
        $places = (new TreeStatements($table, $con))->places([$this->getTreeKey()], true);
        if ((reset($places) ?: [null, null])[1]?->isInTree()) {
            throw new OrmException(sprintf('This %s is already in a tree; reload it and use moveTo…()', static::class));
        }
    }

    private function refuseOtherClass(ActiveRecordInterface $node): void
    {
        if (Record::tableMap($node) !== self::tableMap()) {
            throw new OrmException(sprintf('A %s and a %s cannot be in the same tree', static::class, $node::class));
        }
    }

   /**
     * @internal
     * @return list<mixed> the key of the row
     */
    protected function getTreeKey(): array
    {
        return $this->originalKey ?? $this->keyParts();
    }

    /**
     * Adopts the position from the database; unsaved changes of the application are kept.
     *
     * @internal
     */
    protected function adoptTreePlace(Place $place): void
    {
        $table = TreeTable::of(self::tableMap());
        foreach (self::treeValues($table, $place) as $property => $value) {
            if (!isset($this->modifiedColumns[$table->columnNames[$property]])) {
                $this->$property = $value;
            }
        }
        $this->forgetFormerRoots($table);
    }

    /**
     * Applies to objects what statements have done to rows. The loop has few calls, because there may be many nodes.
     *
     * @internal
     * @param array<int|string, static> $nodes
     * @param non-empty-list<Renumbering> $changes
     */
    protected static function renumberNodes(array $nodes, array $changes, ?RollbackLog $log): void
    {
        if ($nodes === []) {
            return;
        }
        $table = TreeTable::of(self::tableMap());
        [$leftName, $rightName, $levelName] = $table->properties;
        $scopeName = $table->properties[3] ?? null;
        $first = $changes[0]->first();
        foreach ($changes as $change) {
            $first = min($first, $change->first());
        }
        [$states, $sequence] = $log?->pushedTogether('restoreTreeState') ?? [null, 0];
        $only = count($changes) === 1 && $table->scopeColumn === null ? $changes[0]->pair() : null;
        [[$from1, $to1, $by1], [$from2, $to2, $by2], [$movedFrom, $movedTo, $levels]] = $only ?? Renumbering::NO_PAIR;
        foreach ($nodes as $node) {
            $right = (int) $node->$rightName;
            if ($right < $first && $right > 0) {
                // Neither the node nor its relatives have changed.
                continue;
            }
            if ($node->collNestedSetChildren !== null || $node->aNestedSetParent !== null) {
                $node->collNestedSetChildren = $node->aNestedSetParent = null;
            }
            if ($right < $first || $node->rowIsNew) {
                continue;
            }
            [$left, $level] = [(int) $node->$leftName, (int) $node->$levelName];
            $scope = $scopeName === null || $node->$scopeName === null ? null : (int) $node->$scopeName;
            $before = [$left, $right, $level, $scope];
            if ($only !== null) {
                // The same as Renumbering::applyTo(), without the call.
                if ($left <= 0 || $right <= $left) {
                    continue;
                }
                $isChanged = $left >= $movedFrom && $left <= $movedTo;
                if ($isChanged) {
                    $level += $levels;
                }
                if ($left >= $from1 && $left <= $to1) {
                    $left += $by1;
                } elseif ($left >= $from2 && $left <= $to2) {
                    $left += $by2;
                }
                if ($right >= $from1 && $right <= $to1) {
                    $right += $by1;
                } elseif ($right >= $from2 && $right <= $to2) {
                    $right += $by2;
                }
                $isChanged = $isChanged || $left !== $before[0] || $right !== $before[1];
            } else {
                $isChanged = false;
                foreach ($changes as $change) {
                    $isChanged = $change->applyTo($left, $right, $level, $scope) || $isChanged;
                }
            }
            if (!$isChanged) {
                continue;
            }
            if ($states !== null && !isset($states[$node])) {
                $states[$node] = [[new Place(...$before)], $sequence];
            }
            if ($node->modifiedColumns !== [] || !$table->hasNumbers) {
                $node->adoptTreePlace(new Place($left, $right, $level, $scope));
                continue;
            }
            $node->$leftName = $left;
            $node->$rightName = $right;
            $node->$levelName = $level;
            if ($scope !== $before[3]) {
                $node->$scopeName = $scope;
                $node->forgetFormerRoots($table);
            }
        }
    }

    /**
     * Restores the state from before a transaction that was rolled back.
     *
     * @internal
     * @param list<mixed> $state the state that rememberTreeState() recorded; only a position if other nodes moved this
     *     one
     */
    protected function restoreTreeState(array $state): void
    {
        $this->clearTreeReferences();
        if (count($state) === 1) {
            $this->adoptTreePlace($state[0][0]);

            return;
        }
        [$this->treeIntent, $this->aNestedSetTarget, $this->intendedLeft, $modified, $values] = $state;
        $table = TreeTable::of(self::tableMap());
        foreach ($table->columnNames as $property => $column) {
            $this->$property = $values[$property];
            if (isset($modified[$column])) {
                $this->modifiedColumns[$column] = true;
            } else {
                unset($this->modifiedColumns[$column]);
            }
        }
        $this->forgetFormerRoots($table, true);
    }

    /**
     * Clears the position of a copy, which is a new object.
     *
     * @return void
     */
    protected function leaveTreeAsCopy()
    {
        $table = TreeTable::of(self::tableMap());
        foreach ([$table->leftColumn, $table->rightColumn, $table->levelColumn] as $column) {
            $this->{$column->getProperty()} = $column->isNotNull() ? self::treeNumber($column, 0) : null;
            unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
        }
        $this->forgetTreePlace();
    }

    /** @return void */
    protected function forgetTreePlace()
    {
        $this->treeIntent = $this->aNestedSetTarget = null;
        $this->clearTreeReferences();
    }

    /** Records the state in case the transaction is rolled back. */
    private function rememberTreeState(TreeTable $table, ConnectionInterface $con): void
    {
        $log = ConnectionWrapper::wrap($con)->rollbackLog;
        if ($log === null) {
            return;
        }
        $values = [];
        foreach ($table->columnNames as $property => $_) {
            $values[$property] = $this->$property;
        }
        assert($this instanceof ActiveRecordInterface);
        $state = [$this->treeIntent, $this->aNestedSetTarget, $this->intendedLeft, $this->modifiedColumns, $values];
        $log->moved($this, $state, 'restoreTreeState');
    }

    /** Sets the position and marks it as modified. */
    private function writeTreePlace(Place $place): void
    {
        $table = TreeTable::of(self::tableMap());
        foreach (self::treeValues($table, $place) as $property => $value) {
            if ($this->$property !== $value || $property !== $table->scopeColumn?->getProperty()) {
                $this->$property = $value;
                $this->modifiedColumns[$table->columnNames[$property]] = true;
            }
        }
        $this->forgetFormerRoots($table);
    }

    /** Forgets the parents that the scope of the tree no longer refers to. */
    private function forgetFormerRoots(TreeTable $table, bool $keepsUnsaved = false): void
    {
        if ($table->scopeColumn !== null) {
            ObjectRelations::forgetFormerParents($this, $table->columnNames, $keepsUnsaved);
        }
    }

    /** @return array<string, mixed> the values of a position by property */
    private static function treeValues(TreeTable $table, Place $place): array
    {
        [$left, $right, $level] = $table->properties;
        $values = [$left => $place->left, $right => $place->right, $level => $place->level];
        if (isset($table->properties[3])) {
            $values[$table->properties[3]] = $place->scope;
        }
        if (!$table->hasNumbers) {
            foreach ($table->columns() as $column) {
                $values[$column->getProperty()] = self::treeNumber($column, $values[$column->getProperty()]);
            }
        }

        return $values;
    }

    /** Objects store large numbers as strings. */
    private static function treeNumber(ColumnMap $column, ?int $number): int|string|null
    {
        return $number !== null && $column->getType() === 'BIGINT' ? (string) $number : $number;
    }

    /** @internal */
    protected function getTreePlace(): Place
    {
        $properties = TreeTable::of(self::tableMap())->properties;
        $scope = isset($properties[3]) ? $this->{$properties[3]} : null;

        return new Place(
            (int) $this->{$properties[0]},
            (int) $this->{$properties[1]},
            (int) $this->{$properties[2]},
            $scope === null ? null : (int) $scope,
        );
    }

    /** @internal */
    protected function clearTreeReferences(): void
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
     * Returns whether the node is in a tree and has no children.
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
     * Returns whether this node is below another one, at any depth.
     *
     * @param ActiveRecordInterface&NestedSetTrait $node
     * @return bool
     */
    public function isDescendantOf(ActiveRecordInterface $node)
    {
        return $node->isAncestorOf($this);
    }

    /**
     * Returns whether another node is below this one, at any depth.
     *
     * @param ActiveRecordInterface&NestedSetTrait $node
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
     * Returns the parent, and caches it.
     *
     * @return static|null
     */
    public function getParent(?ConnectionInterface $con = null)
    {
        if ($this->aNestedSetParent === null && $this->currentTreePlace($con)->level > 0) {
            $above = QueryAccess::call($this->treeQuery(), 'nodesAbove', $this->getTreePlace());
            $this->aNestedSetParent = $above->orderByLevel(true)->findOne($con);
        }

        return $this->aNestedSetParent;
    }

    /**
     * Sets the node that getParent() returns; nothing is moved.
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
     * Returns the direct children, and caches them if no criteria is given.
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
     * Returns the siblings in tree order.
     *
     * @param bool $includeNode whether to include this node
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

    /** @return ObjectCollection<int, static> all descendants, in tree order */
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

    /** @return ObjectCollection<int, static> the node and its descendants, in tree order */
    public function getBranch(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->rowExists() && $this->currentTreePlace($con)->isInTree()
            ? $this->treeQuery($criteria)->branchOf($this)->orderByBranch()->find($con)
            : self::noNodes();
    }

    /** @return ObjectCollection<int, static> the ancestors, the root first */
    public function getAncestors(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        if ($this->currentTreePlace($con)->level <= 0) {
            return self::noNodes();
        }
        $above = QueryAccess::call($this->treeQuery($criteria), 'nodesAbove', $this->getTreePlace());

        return $above->orderByBranch()->find($con);
    }

    /**
     * Iterates over the node and its descendants, each before its children; one query loads them all.
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

    /** Sets the cached children to an empty collection, without a query. */
    public function initNestedSetChildren()
    {
        $this->collNestedSetChildren = self::noNodes();
    }

    /** Clears the cached children of getChildren(). */
    public function clearNestedSetChildren()
    {
        $this->collNestedSetChildren = null;
    }

    /**
     * Adds a node to the cached children of getChildren(); nothing is moved.
     *
     * @param ActiveRecordInterface&NestedSetTrait $child
     */
    public function addNestedSetChild(ActiveRecordInterface $child)
    {
        $this->collNestedSetChildren ??= self::noNodes();
        if (!in_array($child, $this->collNestedSetChildren->getArrayCopy(), true)) {
            $this->collNestedSetChildren[] = $child;
            $child->setParent($this);
        }
    }

    /** Returns a query for nodes of the table, with the conditions of a criteria. */
    private function treeQuery(?Criteria $criteria = null): ModelCriteria
    {
        $query = TreeTable::of(self::tableMap())->query();

        return $criteria === null ? $query : $query->mergeWith($criteria);
    }

    /** Returns the position of the row. Reloads it if a statement may have changed it without updating this object. */
    private function currentTreePlace(?ConnectionInterface $con): Place
    {
        if ($this->rowIsStale && !$this->rowIsNew) {
            $con ??= Orm::getServiceContainer()->getReadConnection(self::tableMap()::DATABASE_NAME);
            $place = (new TreeStatements(TreeTable::of(self::tableMap()), $con))->place($this->getTreeKey());
            if ($place !== null) {
                $this->adoptTreePlace($place);
            }
        }

        return $this->getTreePlace();
    }

    private function prevSiblings(?ConnectionInterface $con): ?ModelCriteria
    {
        $place = $this->currentTreePlace($con);
        $table = TreeTable::of(self::tableMap());

        return $place->isInTree() && !$place->isRoot()
            ? QueryAccess::call($this->treeQuery(), 'nodeAt', $table->rightColumn, $place->left - 1, $place->scope)
            : null;
    }

    private function nextSiblings(?ConnectionInterface $con): ?ModelCriteria
    {
        $place = $this->currentTreePlace($con);
        $table = TreeTable::of(self::tableMap());

        return $place->isInTree() && !$place->isRoot()
            ? QueryAccess::call($this->treeQuery(), 'nodeAt', $table->leftColumn, $place->right + 1, $place->scope)
            : null;
    }

    /** @return ObjectCollection<int, static> */
    private static function noNodes(): ObjectCollection
    {
        $table = TreeTable::of(self::tableMap());

        return ($table->map)::getTableMap()->newCollection();
    }
}
