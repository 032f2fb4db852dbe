<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\AggregateColumn;

use Orm\Runtime\Connection\ConnectionInterface;

/** A model object whose row counts in aggregates of others. */
trait AggregateRowTrait
{
    /** @var array<string, list<list<mixed>>> keys of owners that the save changes, by relation behavior */
    private array $aggregateOwners = [];

    /** Before the row is written: locks the owners that it has, and had. */
    private function noteAggregateOwners(string $relation, ConnectionInterface $con): void
    {
        $this->aggregateOwners[$relation] = [];
        if (!$this->rowIsNew && $this->modifiedColumns === []) {
            return;
        }
        $aggregate = Aggregate::of(self::TABLE_MAP, $relation);
        $keys = [[]];
        $moved = false;
        foreach ($aggregate->locals as $column) {
            $keys[0][] = $this->{$column->getProperty()};
            $moved = $moved || isset($this->modifiedColumns[$column->getFullyQualifiedName()]);
        }
        if ($this->rowIsNew || !$moved) {
            $this->aggregateOwners[$relation] = $aggregate->lock($keys, $con);

            return;
        }
        $names = array_keys((self::TABLE_MAP)::getTableMap()->getPrimaryKeys());
        $row = array_combine($names, $this->originalKey ?? $this->keyParts());
        $former = $aggregate->ownersOf($row, self::TABLE_MAP, $con, false);
        $locked = $aggregate->lock([...$keys, ...$former], $con);
        // Somebody else may have moved it while this process was waiting.
        $now = $aggregate->ownersOf($row, self::TABLE_MAP, $con, true);
        if ($now !== $former) {
            $locked = $aggregate->lock([...$locked, ...$now], $con);
        }
        $this->aggregateOwners[$relation] = $locked;
    }

    /** After the row was written. */
    private function refreshAggregateOwners(string $relation, ConnectionInterface $con): void
    {
        $keys = $this->aggregateOwners[$relation] ?? [];
        unset($this->aggregateOwners[$relation]);
        $aggregate = Aggregate::of(self::TABLE_MAP, $relation);
        $property = $aggregate->ownerProperty;
        $aggregate->refresh($keys, $con, [], $property === null ? null : $this->$property ?? null);
    }
}
