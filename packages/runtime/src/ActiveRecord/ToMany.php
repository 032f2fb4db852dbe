<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Util\TemporalValue;

/**
 * A relation of a model class to many objects. Generated classes define each of their relations once.
 *
 * @internal
 */
abstract class ToMany
{
    private const TIME = 'Y-m-d H:i:s.u';

    /** The property with the collection. */
    public readonly string $property;

    /** The property that says whether the database may have more members than the collection. */
    public readonly string $partial;

    /** @var array<class-string, true> the table maps whose objects can have members */
    private array $owners = [];

    /**
     * @param string $plural what the generated methods call the members
     * @param class-string $model of the members
     * @param string $inverse the relation back, as the members call it
     */
    public function __construct(
        public readonly string $plural,
        public readonly string $model,
        public readonly string $inverse,
    ) {
        $this->property = 'coll' . $plural;
        $this->partial = 'coll' . $plural . 'Partial';
    }

    /** The members that the database has. */
    public function query(ActiveRecordInterface $owner, ?Criteria $criteria): ModelCriteria
    {
        $this->owners[Record::tableMap($owner)] ??= $this->assertOwner($owner);

        return ($this->model . 'Query')::create(null, $criteria)->{'filterBy' . $this->inverse}($owner);
    }

    /**
     * Objects that were read, or those that a collection has for the same rows: a rollback empties the pool, and two
     * objects of one row would both be saved. An object that shows what the row no longer holds is replaced.
     *
     * @param list<ActiveRecordInterface> $loaded
     * @return list<ActiveRecordInterface>
     */
    public static function known(?ObjectCollection $known, array $loaded): array
    {
        if ($known === null || $known->isEmpty()) {
            return $loaded;
        }

        return array_map(static function (ActiveRecordInterface $object) use ($known): ActiveRecordInterface {
            $key = $known->search($object);

            return $key === false || !self::showsRow($known[$key], $object) ? $object : $known[$key];
        }, $loaded);
    }

    /** Whether an object shows the row as it was read just now, but for what is set and not saved. */
    private static function showsRow(ActiveRecordInterface $object, ActiveRecordInterface $read): bool
    {
        if ($object === $read || $object->isNew() || $object->isDeleted()) {
            return $object === $read;
        }
        foreach (Record::tableMap($read)::getTableMap()->getColumns() as $column) {
            if ($column->isLazyLoad() || $object->isColumnModified($column->getFullyQualifiedName())) {
                continue;
            }
            $shown = Record::get($object, $column->getProperty());
            $value = Record::get($read, $column->getProperty());
            if ($shown !== $value && !($column->isTemporal() && TemporalValue::equal($shown, $value, self::TIME))) {
                return false;
            }
        }

        return true;
    }

    /** An empty list for an object. */
    public function newCollection(ActiveRecordInterface $owner): ObjectCollection
    {
        $this->owners[Record::tableMap($owner)] ??= $this->assertOwner($owner);
        $class = Record::tableMap($this->model)::getTableMap()->getCollectionClassName() ?? ObjectCollection::class;
        $collection = new $class();
        $collection->setModel($this->model);

        return $collection;
    }

    /** @return true a class may inherit the methods of a relation to rows of a table in which it has none */
    private function assertOwner(ActiveRecordInterface $owner): bool
    {
        $members = Record::tableMap($this->model)::getTableMap();
        // Relations that rows share with those of a parent table have no inverse.
        $table = $members->hasRelation($this->inverse) ? $members->getRelation($this->inverse)->getRightTable() : null;
        if ($table !== null && !Record::tableMap($owner)::getTableMap()->hasRowsOf($table)) {
            throw new LogicException(sprintf(
                'A %s has no %s: these refer to rows of the table "%s", in which it has none',
                $owner::class,
                lcfirst($this->plural),
                $table->getName(),
            ));
        }

        return true;
    }
}
