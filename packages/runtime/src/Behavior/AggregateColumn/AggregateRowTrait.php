<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\AggregateColumn;

use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Connection\ConnectionInterface;

/** A model object whose row is included in aggregates of other rows. */
trait AggregateRowTrait
{
    use RecordState;

    /**
     * Locks the current and former owners of the row before it is written.
     *
     * @return list<list<mixed>> their keys
     */
    private function aggregateOwners(string $relation, ConnectionInterface $con): array
    {
        if (!$this->rowIsNew && $this->modifiedColumns === []) {
            return [];
        }
        $aggregate = Aggregate::of(self::tableMap(), $relation);
        $keys = [[]];
        foreach ($aggregate->locals as $column) {
            $keys[0][] = $this->{$column->getProperty()};
        }
        if ($this->rowIsNew) {
            return $aggregate->lock($keys, $con);
        }
        // Another connection may have moved the row since this object was read.
        $names = array_keys(self::tableMap()::getTableMap()->getPrimaryKeys());
        $row = array_combine($names, $this->originalKey ?? $this->keyParts());
        $former = $aggregate->ownersOf($row, self::tableMap(), $con, false);
        $locked = $aggregate->lock([...$keys, ...$former], $con);
        // Another connection may have moved the row while this process was waiting.
        $now = $aggregate->ownersOf($row, self::tableMap(), $con, true);

        return $now === $former ? $locked : $aggregate->lock([...$locked, ...$now], $con);
    }

    /**
     * Refreshes the aggregates of owners after the row was written.
     *
     * @param list<list<mixed>> $owners their keys
     */
    private function refreshAggregateOwners(string $relation, array $owners, ConnectionInterface $con): void
    {
        $aggregate = Aggregate::of(self::tableMap(), $relation);
        $property = $aggregate->ownerProperty;
        $aggregate->refresh($owners, $con, [], $property === null ? null : $this->$property ?? null);
    }
}
