<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Collection\ObjectCombinationCollection;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\PoolKey;
use Orm\Runtime\Orm;

/**
 * Implements the generated methods of many-to-many relations between more than two tables. Tuples are a view of the
 * rows of the cross-reference table. These rows are members of a one-to-many relation, which stores, saves and deletes
 * them.
 */
trait CombinationTrait
{
    use RecordState;

    /**
     * @param list<string> $parts names of the tuple's parts in a row
     * @return ObjectCombinationCollection
     */
    protected function combinationsOf(ObjectCollection $rows, array $parts)
    {
        $tuples = new ObjectCombinationCollection();
        // This variable keeps the partners in memory, so that the pool can return them below.
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
        $members = $rows->getData();

        return $members === [] ? null : Record::of(reset($members)::class)->find(
            $members,
            ...self::wanted(reset($members)::class, $parts, $tuple),
        );
    }

    /**
     * Returns the row that a tuple needs: one that this object or a partner has removed and its next save would delete,
     * in its former state; otherwise a new one.
     *
     * @param OneToMany $relation relation to the rows
     * @param list<string> $parts
     * @param list<mixed> $tuple
     * @return ActiveRecordInterface|null null: the tuple has a row
     */
    protected function combinationToAdd(OneToMany $relation, array $parts, array $tuple)
    {
        $removed = [$this->{$relation->scheduled}];
        $table = Record::tableMap($relation->model)::getTableMap();
        foreach ($parts as $i => $part) {
            $inverse = $table->hasRelation($part) ? $table->getRelation($part)->getSymmetricalRelation() : null;
            $removed[] = $inverse === null ? null : Record::get($tuple[$i], OneToMany::of($inverse)->scheduled);
        }
        foreach (array_filter($removed) as $rows) {
            $row = $this->findCombination($rows, [...$parts, $relation->inverse], [...$tuple, $this]);
            if ($row !== null && !$row->isNew() && !$row->isDeleted()) {
                return OneToMany::restored($row);
            }
        }

        return $this->findCombination($this->{'get' . $relation->plural}(), $parts, $tuple) === null
            ? new ($relation->model)()
            : null;
    }

    /**
     * Removes the rows that are not among the tuples and adds the missing ones.
     *
     * @param list<string> $parts
     * @param string $rowName name of a row in generated methods
     * @param string $name name of a tuple in generated methods
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
        $kept = [];
        foreach ($wanted as $tuple) {
            $row = $this->findCombination($rows, $parts, $tuple);
            if ($row !== null) {
                $kept[spl_object_id($row)] = true;
            }
        }
        foreach ($rows->getData() as $row) {
            if (!isset($kept[spl_object_id($row)])) {
                $this->{'remove' . $rowName}($row);
            }
        }
        foreach ($wanted as $tuple) {
            $this->{'doAdd' . $name}(...$tuple);
        }
    }

    /**
     * Returns the values to look for in the row of a tuple, so that it can be found without loading partners.
     *
     * @param class-string<ActiveRecordInterface> $class class of the rows
     * @param list<string> $parts
     * @param list<mixed> $tuple
     * @return array{
     *     list<array{string, mixed, bool, bool}>,
     *     list<array{string, ActiveRecordInterface, list<mixed>|null}>
     * } the values and related objects for Record::find()
     */
    private static function wanted(string $class, array $parts, array $tuple): array
    {
        $table = Record::tableMap($class)::getTableMap();
        // A row object converts the values to the types used in rows.
        $row = new $class();
        $valueOf = static function (ColumnMap $column, mixed $value) use ($row): array {
            $phpName = $column->getPhpName();
            Record::call($row, 'set' . $phpName, $value);

            return $column->isText() || $column->getType() === ColumnTypes::INTEGER
                ? [$column->getProperty(), Record::get($row, $column->getProperty()), false, PoolKey::isPadded($column)]
                : ['get' . $phpName, Record::keyValue($row, $phpName), true, false];
        };
        $values = $related = [];
        foreach ($parts as $i => $part) {
            $relation = $table->hasRelation($part) ? $table->getRelation($part) : null;
            if ($relation === null) {
                $values[] = $valueOf($table->getColumnByPhpName($part), $tuple[$i]);
                continue;
            }
            $keys = [];
            foreach ($relation->getColumnPairs() as $j => [$own, $other]) {
                $key = $other === null
                    ? $relation->getLocalValues()[$j] ?? null
                    : Record::keyValue($tuple[$i], $relation->getRightTable()->getColumn($other)->getPhpName());
                $keys[] = $valueOf($table->getColumn((string) $own), $key);
            }
            $hasKey = !in_array(null, array_column($keys, 1), true);
            $related[] = [$relation->getProperty(), $tuple[$i], $hasKey ? $keys : null];
        }

        return [$values, $related];
    }

    /**
     * Loads the partners of the rows that are not in the pool, with one query per related table.
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
            $name = $table->getColumn((string) $local)->getPhpName();
            $keys = [];
            foreach ($saved as $row) {
                $key = Record::keyValue($row, $name);
                $poolKey = $partnerTable::getInstanceKey($key);
                if ($poolKey !== null && $partnerTable::getInstanceFromPool($poolKey) === null) {
                    $keys[$poolKey] = $key;
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
