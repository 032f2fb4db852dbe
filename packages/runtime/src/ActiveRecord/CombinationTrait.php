<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Collection\ObjectCombinationCollection;

/**
 * What the generated methods of many-to-many relations with several partners do. Tuples are a view on the rows of the
 * cross-reference table: these are members of a one-to-many relation, which keeps, saves and deletes them.
 */
trait CombinationTrait
{
    use RecordState;

    /**
     * @param list<string> $parts what a row calls the parts of its tuple
     * @return ObjectCombinationCollection
     */
    protected function combinationsOf(ObjectCollection $rows, array $parts)
    {
        $tuples = new ObjectCombinationCollection();
        foreach ($rows as $row) {
            $tuples->push(self::tupleOf($row, $parts));
        }

        return $tuples;
    }

    /**
     * @param list<string> $parts
     * @param list<mixed> $tuple
     * @return ActiveRecordInterface|null
     */
    protected function findCombination(ObjectCollection $rows, array $parts, array $tuple)
    {
        $key = $this->combinationsOf($rows, $parts)->search($tuple);

        return $key === false ? null : array_values($rows->getData())[$key];
    }

    /**
     * Removes the rows that are not among the tuples, and adds those that are missing.
     *
     * @param list<string> $parts
     * @param string $rowName what the generated methods call a row
     * @param string $name what they call a tuple
     * @return void
     */
    protected function combinationsSet(
        ObjectCollection $rows,
        array $parts,
        Collection $tuples,
        string $rowName,
        string $name,
    ) {
        $wanted = new ObjectCombinationCollection();
        foreach ($tuples as $tuple) {
            $wanted->push($tuple);
        }
        foreach ($rows->getData() as $row) {
            if (!$wanted->contains(self::tupleOf($row, $parts))) {
                $this->{'remove' . $rowName}($row);
            }
        }
        foreach ($wanted as $tuple) {
            $this->{'doAdd' . $name}(...$tuple);
        }
    }

    /**
     * @param list<string> $parts
     * @return list<mixed>
     */
    private static function tupleOf(ActiveRecordInterface $row, array $parts): array
    {
        $tuple = [];
        foreach ($parts as $part) {
            $tuple[] = $row->{'get' . $part}();
        }

        return $tuple;
    }
}
