<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ObjectCollection;

/**
 * A relation of a model class to many objects. Generated classes define each of their relations once.
 *
 * @internal
 */
abstract class ToMany
{
    /** The property with the collection. */
    public readonly string $property;

    /** The property that says whether the database may have more members than the collection. */
    public readonly string $partial;

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
        return ($this->model . 'Query')::create(null, $criteria)->{'filterBy' . $this->inverse}($owner);
    }

    public function newCollection(): ObjectCollection
    {
        $class = Record::tableMap($this->model)::getTableMap()->getCollectionClassName() ?? ObjectCollection::class;
        $collection = new $class();
        $collection->setModel($this->model);

        return $collection;
    }
}
