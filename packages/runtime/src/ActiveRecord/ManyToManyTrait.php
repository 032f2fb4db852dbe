<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Collection\ObjectIndex;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Implements the generated methods of many-to-many relations. The rows of the cross-reference table are members of a
 * one-to-many relation, which saves and deletes them. This trait only manages the view of the partners behind them.
 */
trait ManyToManyTrait
{
    use RecordState;

    /** @return void */
    protected function crossInit(ManyToMany $relation)
    {
        $this->{$relation->property} = $relation->newCollection($this);
        $this->{$relation->partial} = true;
    }

    /** @return ObjectCollection */
    protected function crossGet(ManyToMany $relation, ?Criteria $criteria, ?ConnectionInterface $con)
    {
        $property = $relation->property;
        if ($this->rowIsNew) {
            return $this->$property ??= $relation->newCollection($this);
        }
        if ($this->rowIsDeleted) {
            $this->$property === null && $this->crossInit($relation);

            return $this->$property;
        }
        if ($criteria !== null) {
            return $relation->query($this, $criteria)->find($con);
        }
        if ($this->$property === null || $this->{$relation->partial}) {
            $this->takePartners($relation->property, $relation->query($this, null)->find($con));
        }

        return $this->$property;
    }

    /**
     * Sets the loaded partners, together with those that the object already has.
     *
     * @return void
     */
    protected function takePartners(string $property, ObjectCollection $loaded)
    {
        $loaded->setData(ToMany::known($this->$property, $loaded->getData()));
        foreach ($this->$property?->getData() ?? [] as $partner) {
            if (!$loaded->contains($partner)) {
                $loaded->append($partner);
            }
        }
        $this->$property = $loaded;
        $this->{$property . 'Partial'} = false;
    }

    /** @return int */
    protected function crossCount(
        ManyToMany $relation,
        ?Criteria $criteria,
        bool $distinct,
        ?ConnectionInterface $con,
    ) {
        $isKnown = $criteria === null && $this->{$relation->property} !== null;
        if ($this->rowIsNew || $this->rowIsDeleted || $isKnown) {
            return count($this->crossGet($relation, null, $con));
        }
        $query = $relation->query($this, $criteria);

        return $distinct ? $query->distinct()->count($con) : $query->count($con);
    }

    /**
     * Sets the partners. The relation then uses the given collection object itself.
     *
     * @return void
     */
    protected function crossSet(ManyToMany $relation, Collection $partners, ?ConnectionInterface $con)
    {
        if ($partners === $this->{$relation->property}) {
            // A collection that was edited in place does not show its former contents, but the rows do.
            $this->{$relation->property} = $relation->newCollection($this);
            foreach ($this->{'get' . $relation->rows}(null, $con)->getData() as $row) {
                $this->{$relation->property}->append($row->{'get' . $relation->rowToPartner}($con));
            }
        }
        $known = $this->crossGet($relation, null, $con)->getData();
        // Partners are added first, because each one is looked up among the rows to be removed.
        foreach ($partners->getData() as $partner) {
            $partner->isDeleted() || $this->{'add' . $relation->singular}($partner);
        }
        foreach (ObjectIndex::missing($known, $partners->getData()) as $partner) {
            $this->{'remove' . $relation->singular}($partner);
        }
        $collection = $partners;
        if (!$partners instanceof ObjectCollection) {
            $collection = $relation->newCollection($this);
            $collection->setData(array_values($partners->getData()));
        }
        $this->{$relation->property} = $collection;
        $this->{$relation->partial} = false;
    }

    /** @return void */
    protected function crossAdd(ManyToMany $relation, ActiveRecordInterface $partner)
    {
        $partners = $this->crossGet($relation, null, null);
        $row = $relation->removedRow($this, $partner);
        if ($row !== null) {
            // The row to be removed is kept, with the values of its other columns.
            $row->{'set' . $relation->rowToPartner}($partner);
            $this->{'add' . $relation->row}($row);
            $partners->contains($partner) || $partners->append($partner);
            $this->showToPartner($relation, $partner);
        } elseif (!$partners->contains($partner)) {
            $partners->append($partner);
            $this->{'doAdd' . $relation->singular}($partner);
        }
    }

    /** @return void */
    protected function crossRemove(ManyToMany $relation, ActiveRecordInterface $partner)
    {
        $partners = $this->crossGet($relation, null, null);
        $key = $partners->search($partner);
        if ($key === false) {
            return;
        }
        $partners->remove($key);
        Record::get($partner, 'coll' . $relation->inversePlural)?->removeObject($this);
        $rows = $this->{'get' . $relation->rows}();
        $row = $relation->hasOneRow($this) ? $relation->rowByKey($rows, $this, $partner) : null;
        foreach ($row === null ? $rows->getData() : [$row] as $row) {
            if ($row->{'get' . $relation->rowToPartner}()?->equals($partner)) {
                $this->{'remove' . $relation->row}($row);
                if ($relation->hasOneRow($this)) {
                    break;
                }
            }
        }
    }

    /**
     * Adds this object to the partner's side of the relation.
     *
     * @return void
     */
    protected function showToPartner(ManyToMany $relation, ActiveRecordInterface $partner)
    {
        $property = 'coll' . $relation->inversePlural;
        if (Record::get($partner, $property) === null) {
            $partner->{'init' . $relation->inversePlural}();
        }
        $objects = Record::get($partner, $property);
        if (!$objects->contains($this)) {
            $objects->append($this);
        }
    }
}
