<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * What the generated methods of one-to-many relations do. A relation is named by its plural, which also names the
 * properties of the object: `collBooks`, `collBooksPartial`, `booksScheduledForDeletion`.
 */
trait OneToManyTrait
{
    /** @var array<class-string, class-string<ObjectCollection>> */
    private static array $collectionClasses = [];

    /** Whether this object is asked already if related ones wait to be saved. */
    private bool $isAskedForWork = false;

    /**
     * Takes the members of a relation from rows that were read together.
     *
     * @internal
     * @param class-string $class
     * @param list<ActiveRecordInterface> $objects
     */
    public function hydrateCollection(string $plural, string $class, array $objects): void
    {
        $collection = self::newCollection($class);
        $collection->setData($this->withoutScheduled($plural, $objects));
        $this->keepUnsaved($this->{'coll' . $plural}, $collection);
        $this->{'coll' . $plural} = $collection;
        $this->{'coll' . $plural . 'Partial'} = false;
    }

    /**
     * Takes an object out of a loaded relation, without any effect on its row.
     *
     * @internal
     */
    public function forgetMember(string $plural, ActiveRecordInterface $member): void
    {
        $this->{'coll' . $plural}?->removeObject($member);
    }

    /**
     * Members that a rolled back transaction has deleted or detached are to go again with the next save.
     *
     * @internal
     */
    public function scheduleAgain(string $property, ObjectCollection $members): void
    {
        $this->$property ??= new ObjectCollection();
        foreach ($members->getData() as $member) {
            if (!$this->$property->contains($member)) {
                $this->$property->append($member);
            }
        }
    }

    /**
     * @param class-string $class
     * @return void
     */
    protected function manyInit(string $plural, string $class, bool $overrideExisting)
    {
        if ($this->{'coll' . $plural} === null || $overrideExisting) {
            $this->{'coll' . $plural} = self::newCollection($class);
        }
    }

    /**
     * @param class-string $class of the members
     * @param string $relation the way back, as the members call it
     * @return ObjectCollection
     */
    protected function manyGet(
        string $plural,
        string $class,
        string $relation,
        ?Criteria $criteria,
        ?ConnectionInterface $con,
    ) {
        $property = 'coll' . $plural;
        $collection = $this->$property;
        if ($this->rowIsNew) {
            return $collection ?? $this->$property = self::newCollection($class);
        }
        if ($this->rowIsDeleted) {
            // Nothing refers to a row that is gone; if a rollback brings it back, its members are read again.
            $this->{$property . 'Partial'} = $collection === null || $this->{$property . 'Partial'};

            return $collection ?? $this->$property = self::newCollection($class);
        }
        if ($criteria !== null) {
            return $this->manyQuery($class, $relation, $criteria)->find($con);
        }
        if ($collection !== null && !$this->{$property . 'Partial'}) {
            return $collection;
        }
        $loaded = $this->manyQuery($class, $relation, null)->find($con);
        $loaded->setData($this->withoutScheduled($plural, $loaded->getData()));
        foreach ($loaded as $member) {
            $member->hydrateRelation('a' . $relation, $this);
        }
        $this->keepUnsaved($collection, $loaded);
        $this->{$property . 'Partial'} = false;

        return $this->$property = $loaded;
    }

    /**
     * @param class-string $class
     * @return int
     */
    protected function manyCount(
        string $plural,
        string $class,
        string $relation,
        ?Criteria $criteria,
        bool $distinct,
        ?ConnectionInterface $con,
    ) {
        $collection = $this->{'coll' . $plural};
        if ($this->rowIsNew || $this->rowIsDeleted) {
            return count($collection ?? []);
        }
        if ($criteria === null && $collection !== null) {
            return count($this->manyGet($plural, $class, $relation, null, $con));
        }
        $query = $this->manyQuery($class, $relation, $criteria);

        return $distinct ? $query->distinct()->count($con) : $query->count($con);
    }

    /**
     * @param class-string $class
     * @param bool $required whether a member cannot exist without this object
     * @return void
     */
    protected function manySet(
        string $plural,
        string $class,
        string $relation,
        Collection $members,
        bool $required,
        ?ConnectionInterface $con,
    ) {
        // A collection that was edited in place does not tell what was in it; the database does.
        $current = $members === $this->{'coll' . $plural} && !$this->rowIsNew && !$this->rowIsDeleted
            ? $this->manyQuery($class, $relation, null)->find($con)
            : $this->manyGet($plural, $class, $relation, null, $con);
        foreach ($current->getData() as $member) {
            if (!$members->contains($member) && $this->ownsMember($relation, $member)) {
                $this->scheduleForDeletion($plural, $member, $relation, $required);
            }
        }
        $collection = $members instanceof ObjectCollection ? $members : self::newCollection($class);
        if ($collection !== $members) {
            $collection->setData($members->getData());
        }
        $this->{'coll' . $plural} = $collection;
        $this->{'coll' . $plural . 'Partial'} = false;
        foreach ($collection->getData() as $member) {
            if ($member->{'get' . $relation}() !== $this) {
                $member->{'set' . $relation}($this);
            }
            $this->unschedule($plural, $member);
        }
    }

    /**
     * A new object does not keep the row of another with the same key: that goes first.
     *
     * @return void
     */
    protected function unschedule(string $plural, ActiveRecordInterface $member)
    {
        if (!$member->isNew()) {
            $this->{self::scheduled($plural)}?->removeObject($member);
        }
    }

    /**
     * @param class-string $class
     * @param bool $required whether a member cannot exist without this object
     * @return void
     */
    protected function manyRemove(
        string $plural,
        string $class,
        string $relation,
        ActiveRecordInterface $member,
        bool $required,
    ) {
        $collection = $this->manyGet($plural, $class, $relation, null, null);
        $key = $collection->search($member);
        if ($key === false) {
            return;
        }
        $collection->remove($key);
        if ($this->ownsMember($relation, $member)) {
            $this->scheduleForDeletion($plural, $member, $relation, $required);
        }
    }

    /**
     * Saves the members of a relation and deletes, or detaches, those that were removed.
     *
     * @param bool $required whether a member cannot exist without this object
     * @return int
     */
    protected function manySave(string $plural, bool $required, ConnectionInterface $con)
    {
        $rows = 0;
        $property = self::scheduled($plural);
        $scheduled = $this->$property;
        if ($scheduled !== null) {
            foreach ($scheduled->getData() as $member) {
                if (!$required) {
                    $rows += (int) $member->save($con);
                } elseif (!$member->isNew() && !$member->isDeleted()) {
                    $member->delete($con);
                    // A hook may have refused.
                    $rows += $member->isDeleted() ? 1 : 0;
                }
            }
            $con->rollbackLog?->unscheduled($this, $property, $scheduled);
            $this->$property = null;
        }
        foreach ($this->{'coll' . $plural}?->getData() ?? [] as $member) {
            if ($member === $this) {
                // A row that refers to itself can do so when its key is known, which is now.
                $rows += $this->saveReferencedObjects($con) + $this->saveRow($con);
            } elseif ($member->isDeleted()) {
                continue;
            } elseif ($member->isNew() || $member->isModified() || $member->relatedWorkWaits()) {
                $rows += (int) $member->save($con);
            }
        }

        return $rows;
    }

    /**
     * Whether a member of a relation is to be saved.
     *
     * @return bool
     */
    protected function anyWaits(ObjectCollection $members)
    {
        if ($this->isAskedForWork) {
            return false;
        }
        $this->isAskedForWork = true;
        try {
            foreach ($members->getData() as $member) {
                $isChanged = $member->isNew() || $member->isModified() || $member->relatedWorkWaits();
                if ($isChanged && !$member->isDeleted()) {
                    return true;
                }
            }
        } finally {
            $this->isAskedForWork = false;
        }

        return false;
    }

    /** @param class-string $class */
    private function manyQuery(string $class, string $relation, ?Criteria $criteria): ModelCriteria
    {
        $queryClass = $class . 'Query';

        return $queryClass::create(null, $criteria)->{'filterBy' . $relation}($this);
    }

    /** A row may belong to another object already, though that is not saved yet: then it is not ours to delete. */
    private function ownsMember(string $relation, ActiveRecordInterface $member): bool
    {
        return $member->refersBy('a' . $relation, $this) || $member->agreesWith($relation, $this);
    }

    /**
     * Members that were removed do not come back because their rows are still there.
     *
     * @param list<ActiveRecordInterface> $members
     * @return list<ActiveRecordInterface>
     */
    private function withoutScheduled(string $plural, array $members): array
    {
        $scheduled = $this->{self::scheduled($plural)};
        if ($scheduled === null) {
            return $members;
        }
        $isKept = static fn (ActiveRecordInterface $member): bool => !$scheduled->contains($member);

        return array_values(array_filter($members, $isKept));
    }

    /** A member that must go is scheduled as a copy: the caller's object loses its parent, the row keeps its key. */
    private function scheduleForDeletion(
        string $plural,
        ActiveRecordInterface $member,
        string $relation,
        bool $required,
    ): void {
        $property = self::scheduled($plural);
        $this->$property ??= new ObjectCollection();
        if (!$this->$property->contains($member)) {
            $this->$property->append($required ? clone $member : $member);
        }
        if ($required) {
            // Saving another parent must not save a row that goes.
            $member->leaveParents();
        }
        $member->{'set' . $relation}(null);
    }

    /** Members that the database does not know as such yet: new ones, and those that came from another object. */
    private function keepUnsaved(?ObjectCollection $from, ObjectCollection $to): void
    {
        foreach ($from?->getData() ?? [] as $member) {
            if (($member->isNew() || $member->isModified()) && !$member->isDeleted() && !$to->contains($member)) {
                $to->append($member);
            }
        }
    }

    private static function scheduled(string $plural): string
    {
        return lcfirst($plural) . 'ScheduledForDeletion';
    }

    /**
     * @param class-string $class
     * @param list<object> $members
     */
    private static function newCollection(string $class, array $members = []): ObjectCollection
    {
        $collectionClass = self::$collectionClasses[$class]
            ??= ($class::TABLE_MAP)::getTableMap()->getCollectionClassName() ?? ObjectCollection::class;
        if ($collectionClass === ObjectCollection::class) {
            return new ObjectCollection($members, $class);
        }
        $collection = new $collectionClass();
        $collection->setModel($class);
        foreach ($members as $member) {
            $collection->append($member);
        }

        return $collection;
    }
}
