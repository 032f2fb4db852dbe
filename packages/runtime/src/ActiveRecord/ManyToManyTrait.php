<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * What the generated methods of many-to-many relations do. The rows of the cross-reference table are members of a
 * one-to-many relation, which saves and deletes them; here is only the view on the partners behind them.
 */
trait ManyToManyTrait
{
    /**
     * @param class-string $class
     * @return void
     */
    protected function crossInit(string $plural, string $class)
    {
        $this->{'coll' . $plural} = self::newCollection($class);
        $this->{'coll' . $plural . 'Partial'} = true;
    }

    /**
     * @param class-string $class of the partners
     * @param string $back the relation to this object, as the partners call it
     * @return ObjectCollection
     */
    protected function crossGet(
        string $plural,
        string $class,
        string $back,
        ?Criteria $criteria,
        ?ConnectionInterface $con,
    ) {
        $property = 'coll' . $plural;
        if ($this->rowIsNew) {
            return $this->$property ??= self::newCollection($class);
        }
        if ($this->rowIsDeleted) {
            $this->$property === null && $this->crossInit($plural, $class);

            return $this->$property;
        }
        if ($criteria !== null) {
            return $this->crossQuery($class, $back, $criteria)->find($con);
        }
        $known = $this->$property;
        if ($known !== null && !$this->{$property . 'Partial'}) {
            return $known;
        }
        $loaded = $this->crossQuery($class, $back, null)->find($con);
        foreach ($known?->getData() ?? [] as $partner) {
            if (!$loaded->contains($partner)) {
                $loaded->append($partner);
            }
        }
        $this->{$property . 'Partial'} = false;

        return $this->$property = $loaded;
    }

    /**
     * Takes partners that were read for many objects together.
     *
     * @internal
     * @param class-string $class
     * @param list<ActiveRecordInterface> $partners
     */
    public function hydratePartners(string $plural, string $class, array $partners): void
    {
        $known = $this->{'coll' . $plural};
        $loaded = self::newCollection($class);
        $loaded->setData($partners);
        foreach ($known?->getData() ?? [] as $partner) {
            if (!$loaded->contains($partner)) {
                $loaded->append($partner);
            }
        }
        $this->{'coll' . $plural} = $loaded;
        $this->{'coll' . $plural . 'Partial'} = false;
    }

    /**
     * @param class-string $class
     * @return int
     */
    protected function crossCount(
        string $plural,
        string $class,
        string $back,
        ?Criteria $criteria,
        bool $distinct,
        ?ConnectionInterface $con,
    ) {
        $known = $this->{'coll' . $plural};
        if ($this->rowIsNew || $this->rowIsDeleted || ($criteria === null && $known !== null)) {
            return count($this->crossGet($plural, $class, $back, null, $con));
        }
        $query = $this->crossQuery($class, $back, $criteria);

        return $distinct ? $query->distinct()->count($con) : $query->count($con);
    }

    /**
     * The relation then has the given collection itself.
     *
     * @param class-string $class
     * @param string $singular what the generated methods call a partner
     * @param string $crossPlural the one-to-many relation with the rows of the cross-reference table
     * @param string $partnerRelation the relation of such a row to the partner
     * @return void
     */
    protected function crossSet(
        string $plural,
        string $singular,
        string $class,
        string $back,
        Collection $partners,
        string $crossPlural,
        string $partnerRelation,
        ?ConnectionInterface $con,
    ) {
        if ($partners === $this->{'coll' . $plural}) {
            // A collection that was edited in place does not tell what was in it; the rows do.
            $this->{'coll' . $plural} = self::newCollection($class);
            foreach ($this->{'get' . $crossPlural}(null, $con)->getData() as $row) {
                $this->{'coll' . $plural}->append($row->{'get' . $partnerRelation}($con));
            }
        }
        foreach ($this->crossGet($plural, $class, $back, null, $con)->getData() as $partner) {
            if (!$partners->contains($partner)) {
                $this->{'remove' . $singular}($partner);
            }
        }
        foreach ($partners->getData() as $partner) {
            $this->{'add' . $singular}($partner);
        }
        $collection = $partners;
        if (!$partners instanceof ObjectCollection) {
            $collection = self::newCollection($class);
            $collection->setData(array_values($partners->getData()));
        }
        $this->{'coll' . $plural} = $collection;
        $this->{'coll' . $plural . 'Partial'} = false;
    }

    /**
     * @param class-string $class
     * @return void
     */
    protected function crossAdd(
        string $plural,
        string $singular,
        string $class,
        string $back,
        ActiveRecordInterface $partner,
    ) {
        if (!$this->crossGet($plural, $class, $back, null, null)->contains($partner)) {
            $this->{'coll' . $plural}->append($partner);
            $this->{'doAdd' . $singular}($partner);
        }
    }

    /**
     * @param class-string $class
     * @param string $crossPlural the one-to-many relation with the rows of the cross-reference table
     * @param string $crossSingular what the generated methods call such a row
     * @param string $partnerRelation the relation of such a row to the partner
     * @param string $backPlural the relation to this object, as the partners call it
     * @return void
     */
    protected function crossRemove(
        string $plural,
        string $class,
        string $back,
        ActiveRecordInterface $partner,
        string $crossPlural,
        string $crossSingular,
        string $partnerRelation,
        string $backPlural,
    ) {
        $partners = $this->crossGet($plural, $class, $back, null, null);
        $key = $partners->search($partner);
        if ($key === false) {
            return;
        }
        $partners->remove($key);
        $partner->forgetMember($backPlural, $this);
        foreach ($this->{'get' . $crossPlural}()->getData() as $row) {
            if ($row->{'get' . $partnerRelation}()?->equals($partner)) {
                $this->{'remove' . $crossSingular}($row);
            }
        }
    }

    /**
     * Makes this object visible to a partner that has its own view of the relation.
     *
     * @internal
     */
    public function notePartner(string $plural, ActiveRecordInterface $partner): void
    {
        if ($this->{'coll' . $plural} === null) {
            $this->crossInit($plural, $partner::class);
        }
        if (!$this->{'coll' . $plural}->contains($partner)) {
            $this->{'coll' . $plural}->append($partner);
        }
    }

    /** @param class-string $class */
    private function crossQuery(string $class, string $back, ?Criteria $criteria): ModelCriteria
    {
        $queryClass = $class . 'Query';

        return $queryClass::create(null, $criteria)->{'filterBy' . $back}($this);
    }
}
