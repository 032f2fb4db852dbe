<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\AggregateColumn;

use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;

/** A query on rows that are included in aggregates of other rows. */
trait AggregateRowQueryTrait
{
    use QueryHost;

    /** @var array<string, list<list<mixed>>> keys of owners whose rows the statement changes, by relation behavior */
    private array $aggregateOwners = [];

    /**
     * Locks the current and future owners of rows before the rows are written.
     *
     * @param array<string, mixed> $values the new values of an update, by any name of the columns
     */
    private function noteAggregateOwners(string $relation, ConnectionInterface $con, array $values = []): void
    {
        $aggregate = Aggregate::of(self::tableMap(), $relation);
        $query = (clone $this)->clearOrderByColumns()->setDistinct();
        $keys = [];
        do {
            $known = count($keys);
            $rows = QueryRows::read($query, $aggregate->locals, $con);
            $future = $this->futureAggregateOwners($aggregate, $rows, $values);
            // Other connections may have moved rows while this process was waiting.
            $keys = $aggregate->lock([...$keys, ...$rows, ...$future], $con);
        } while (count($keys) > $known);
        $this->aggregateOwners[$relation] = $keys;
    }

    private function refreshAggregateOwners(string $relation, ConnectionInterface $con): void
    {
        $keys = $this->aggregateOwners[$relation] ?? [];
        unset($this->aggregateOwners[$relation]);
        Aggregate::of(self::tableMap(), $relation)->refresh($keys, $con);
    }

    /**
     * @param list<list<mixed>> $former
     * @param array<string, mixed> $values
     * @return list<list<mixed>>
     */
    private function futureAggregateOwners(Aggregate $aggregate, array $former, array $values): array
    {
        $changes = [];
        foreach ($values as $name => $value) {
            $position = array_search($this->getTableMap()->findColumnByName((string) $name), $aggregate->locals, true);
            if ($position !== false) {
                if (is_array($value)) {
                    throw new OrmException(sprintf(
                        'An expression for "%s" is not supported: the rows that it refers to are not known',
                        $name,
                    ));
                }
                $changes[$position] = $value;
            }
        }

        return $changes === []
            ? []
            : array_map(static fn (array $key): array => array_replace($key, $changes), $former);
    }
}
