<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\AggregateColumn;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;

/** A model object with columns that hold aggregates over rows of another table. */
trait AggregateOwnerTrait
{
    /**
     * Takes over what a statement has written; what the application has changed and not saved stays.
     *
     * @internal
     * @param list<ColumnMap> $columns
     * @param list<mixed> $values
     */
    public function adoptAggregates(array $columns, array $values): void
    {
        foreach ($columns as $i => $column) {
            $name = $column->getFullyQualifiedName();
            if (!isset($this->modifiedColumns[$name])) {
                $this->{'set' . $column->getPhpName()}($values[$i]);
                unset($this->modifiedColumns[$name]);
            }
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
