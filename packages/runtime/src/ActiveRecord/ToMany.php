<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Util\TemporalValue;

/**
 * A to-many relation of a model class. Generated classes define each of their relations once.
 *
 * @internal
 */
abstract class ToMany
{
    private const TIME = 'Y-m-d H:i:s.u';

    /** The property with the collection. */
    public readonly string $property;

    /** The property that indicates whether the database may have more members than the collection. */
    public readonly string $partial;

    /** @var array<class-string, true> table maps whose objects can have members */
    private array $owners = [];

    /**
     * @param string $plural name of the members in generated methods
     * @param class-string $model class of the members
     * @param string $inverse name of the inverse relation in the members
     */
    public function __construct(
        public readonly string $plural,
        public readonly string $model,
        public readonly string $inverse,
    ) {
        $this->property = 'coll' . $plural;
        $this->partial = 'coll' . $plural . 'Partial';
    }

    /** Returns a query on the members in the database. */
    public function query(ActiveRecordInterface $owner, ?Criteria $criteria): ModelCriteria
    {
        $this->owners[Record::tableMap($owner)] ??= $this->assertOwner($owner);

        return ($this->model . 'Query')::create(null, $criteria)->{'filterBy' . $this->inverse}($owner);
    }

    /**
     * Replaces loaded objects with those of a collection for the same rows. A rollback empties the pool, and two
     * objects of one row would both be saved. Objects whose values differ from the row are not reused.
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

    /** Returns whether the object has the values that were just read, except for unsaved changes. */
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

    /** Returns an empty collection for an object. */
    public function newCollection(ActiveRecordInterface $owner): ObjectCollection
    {
        $this->owners[Record::tableMap($owner)] ??= $this->assertOwner($owner);
        $class = Record::tableMap($this->model)::getTableMap()->getCollectionClassName() ?? ObjectCollection::class;
        $collection = new $class();
        $collection->setModel($this->model);

        return $collection;
    }

    /** @return true throws for a class that inherits the relation's methods, but has no rows in the referenced table */
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
