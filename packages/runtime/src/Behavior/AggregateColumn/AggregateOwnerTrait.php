<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\AggregateColumn;

use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\RollbackLog;
use Orm\Runtime\Map\ColumnMap;

/**
 * A model object with aggregate columns over the rows of another table.
 *
 * @method int save(?ConnectionInterface $con = null)
 */
trait AggregateOwnerTrait
{
    use RecordState;

    /**
     * Adopts the values that a statement has written; unsaved changes of the application are kept.
     *
     * @internal
     * @param list<ColumnMap> $columns
     * @param list<mixed> $values
     * @param RollbackLog|null $log of the transaction
     */
    protected function adoptAggregates(array $columns, array $values, ?RollbackLog $log): void
    {
        $before = [];
        foreach ($columns as $i => $column) {
            $name = $column->getFullyQualifiedName();
            if (!isset($this->modifiedColumns[$name])) {
                $before[$name] = [$column->getProperty(), $this->{$column->getProperty()}];
                $this->{'set' . $column->getPhpName()}($values[$i]);
                unset($this->modifiedColumns[$name]);
            }
        }
        if ($log !== null) {
            [$states, $sequence] = $log->pushedTogether('restoreAggregates');
            [$known, $first] = $states[$this] ?? [[], $sequence];
            $states->offsetSet($this, [$known + $before, $first]);
        }
    }

    /**
     * Restores the stored values after a rollback.
     *
     * @internal
     * @param list<array<string, array{string, mixed}>> $state properties and their values, by the names of columns
     */
    protected function restoreAggregates(array $state): void
    {
        foreach ($state[0] as $name => [$property, $value]) {
            if (!isset($this->modifiedColumns[$name])) {
                $this->$property = $value;
            }
        }
    }

    /**
     * Clears the aggregates of a copy, which has no rows yet.
     *
     * @param list<string> $columns full names
     */
    private function forgetAggregates(array $columns): void
    {
        $table = self::tableMap()::getTableMap();
        $new = new static();
        foreach ($columns as $name) {
            $property = $table->getColumn($name)->getProperty();
            $this->$property = $new->$property;
            unset($this->modifiedColumns[$name]);
        }
    }

    /** Computes the aggregates and saves the object. */
    private function storeAggregates(Aggregate $aggregate, ConnectionInterface $con): void
    {
        foreach (array_combine($aggregate->phpNames(), $aggregate->compute($this, $con)) as $name => $value) {
            $this->{'set' . $name}($value);
        }
        $this->save($con);
    }
}
