<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\RollbackLog;
use Orm\Runtime\Map\ColumnMap;

/** The place that a node shows in memory: how it follows the statements that move rows, and goes back with a rollback. */
trait NestedSetPlaceTrait
{
    /**
     * @internal
     * @return list<mixed> the key of the row
     */
    public function getTreeKey(): array
    {
        return $this->originalKey ?? $this->keyParts();
    }

    /**
     * Takes over where the database says that the node is; what the application has changed and not saved stays.
     *
     * @internal
     */
    public function adoptTreePlace(Place $place): void
    {
        $table = TreeTable::of(self::TABLE_MAP);
        foreach (self::treeValues($table, $place) as $property => $value) {
            if (!isset($this->modifiedColumns[$table->columnNames[$property]])) {
                $this->$property = $value;
            }
        }
    }

    /**
     * Does in memory what statements have done to rows. The loop is short, as there may be many nodes.
     *
     * @internal
     * @param array<int|string, static> $nodes
     * @param non-empty-list<Renumbering> $changes
     */
    public static function renumberNodes(array $nodes, array $changes, ?RollbackLog $log): void
    {
        if ($nodes === []) {
            return;
        }
        $table = TreeTable::of(self::TABLE_MAP);
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
                // Neither the node nor those around it have changed.
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
                // What Renumbering::applyTo() does, without a call.
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
            if ($scopeName !== null) {
                $node->$scopeName = $scope;
            }
        }
    }

    /**
     * Takes back what a transaction has done that was rolled back.
     *
     * @internal
     * @param list<mixed> $state what rememberTreeState() has noted; only a place if others have moved this node
     */
    public function restoreTreeState(array $state): void
    {
        $this->clearTreeReferences();
        if (count($state) === 1) {
            $this->adoptTreePlace($state[0][0]);

            return;
        }
        [$this->treeIntent, $this->aNestedSetTarget, $this->intendedLeft, $modified, $values] = $state;
        foreach (TreeTable::of(self::TABLE_MAP)->columnNames as $property => $column) {
            $this->$property = $values[$property];
            if (isset($modified[$column])) {
                $this->modifiedColumns[$column] = true;
            } else {
                unset($this->modifiedColumns[$column]);
            }
        }
        $this->ensureConsistency();
    }

    /**
     * The row is what this object shows, though a statement was about others of the table.
     *
     * @internal
     */
    public function markCurrent(): void
    {
        $this->rowIsStale = false;
    }

    /** A copy is a new object without a place. */
    protected function leaveTreeAsCopy(): void
    {
        $table = TreeTable::of(self::TABLE_MAP);
        foreach ([$table->leftColumn, $table->rightColumn, $table->levelColumn] as $column) {
            $this->{$column->getProperty()} = $column->isNotNull() ? self::treeNumber($column, 0) : null;
            unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
        }
        $this->forgetTreePlace();
    }

    protected function forgetTreePlace(): void
    {
        $this->treeIntent = $this->aNestedSetTarget = null;
        $this->clearTreeReferences();
    }

    /** For the case that the transaction is rolled back. */
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

    /** Sets the place as one that is to be written. */
    private function writeTreePlace(Place $place): void
    {
        $table = TreeTable::of(self::TABLE_MAP);
        foreach (self::treeValues($table, $place) as $property => $value) {
            if ($this->$property !== $value || $property !== $table->scopeColumn?->getProperty()) {
                $this->$property = $value;
                $this->modifiedColumns[$table->columnNames[$property]] = true;
            }
        }
        $this->ensureConsistency();
    }

    /** @return array<string, mixed> the values of a place by property */
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

    /** Objects hold large numbers as text. */
    private static function treeNumber(ColumnMap $column, ?int $number): int|string|null
    {
        return $number !== null && $column->getType() === 'BIGINT' ? (string) $number : $number;
    }
}
