<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Collection\ObjectCombinationCollection;
use Orm\Runtime\Orm;

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
        // The pool keeps them as long as they are used.
        $partners = self::partnersOf($rows, $parts);
        foreach ($rows as $row) {
            $tuples->push(self::tupleOf($row, $parts));
        }
        unset($partners);

        return $tuples;
    }

    /**
     * @param list<string> $parts
     * @param list<mixed> $tuple
     * @return ActiveRecordInterface|null
     */
    protected function findCombination(ObjectCollection $rows, array $parts, array $tuple)
    {
        $partners = self::partnersOf($rows, $parts);
        $getters = array_map(static fn (string $part): string => 'get' . $part, $parts);
        foreach ($rows->getData() as $row) {
            foreach ($getters as $i => $getter) {
                if (!ObjectCombinationCollection::isSamePart($row->$getter(), $tuple[$i])) {
                    continue 2;
                }
            }

            return $row;
        }
        unset($partners);

        return null;
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
     * Reads the partners of the rows that are not in the pool yet, with one query for each kind of them.
     *
     * @param list<string> $parts
     * @return list<ObjectCollection>
     */
    private static function partnersOf(ObjectCollection $rows, array $parts): array
    {
        $saved = [];
        foreach ($rows->getData() as $row) {
            if (!$row->isNew()) {
                $saved[] = $row;
            }
        }
        if (count($saved) < 2 || !Orm::isInstancePoolingEnabled()) {
            return [];
        }
        $table = Record::tableMap($saved[0])::getTableMap();
        $read = [];
        foreach ($parts as $part) {
            $relation = $table->hasRelation($part) ? $table->getRelation($part) : null;
            if ($relation === null || $relation->isComposite()) {
                continue;
            }
            [$local, $foreign] = $relation->getColumnPairs()[0];
            $partnerTable = $relation->getRightTable();
            $primaryKeys = array_values($partnerTable->getPrimaryKeys());
            if (count($primaryKeys) !== 1 || $primaryKeys[0]->getName() !== $foreign) {
                continue;
            }
            $getter = 'get' . $table->getColumn((string) $local)->getPhpName();
            $keys = [];
            foreach ($saved as $row) {
                $key = $row->$getter();
                if ($key !== null && $partnerTable::getInstanceFromPool((string) $key) === null) {
                    $keys[(string) $key] = $key;
                }
            }
            if (count($keys) > 1) {
                $query = ltrim((string) $partnerTable->getClassName(), '\\') . 'Query';
                $read[] = $query::create()->findPks(array_values($keys));
            }
        }

        return $read;
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
