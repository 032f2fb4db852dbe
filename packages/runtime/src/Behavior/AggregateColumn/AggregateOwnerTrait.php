<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\AggregateColumn;

use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\RollbackLog;
use Orm\Runtime\Map\ColumnMap;

/**
 * A model object with columns that hold aggregates over rows of another table.
 *
 * @method int save(?ConnectionInterface $con = null)
 */
trait AggregateOwnerTrait
{
    use RecordState;

    /**
     * Takes over what a statement has written; what the application has changed and not saved stays.
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
     * Goes back to what the row has after a rollback.
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

    /** A copy has no rows of its own yet. @param list<string> $columns full names */
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

    /** Sets the columns to what the rows say, and saves. */
    private function storeAggregates(Aggregate $aggregate, ConnectionInterface $con): void
    {
        foreach (array_combine($aggregate->phpNames(), $aggregate->compute($this, $con)) as $name => $value) {
            $this->{'set' . $name}($value);
        }
        $this->save($con);
    }
}
