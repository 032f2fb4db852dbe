<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Collection\ObjectIndex;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Implements the generated methods of one-to-many relations.
 *
 * @method int saveRowAgain(ConnectionInterface $con)
 */
trait OneToManyTrait
{
    use RecordState;

    /** Whether this object is already being asked if related objects wait to be saved. */
    private bool $isAskedForWork = false;

    /**
     * Sets the members of a relation from rows that were loaded together.
     *
     * @param list<ActiveRecordInterface> $objects
     * @return void
     */
    protected function hydrateCollection(OneToMany $relation, array $objects)
    {
        $collection = $relation->newCollection($this);
        $known = $this->{$relation->property};
        $collection->setData($this->withoutScheduled($relation, ToMany::known($known, $objects)));
        $this->keepUnsaved($known, $collection);
        $this->{$relation->property} = $collection;
        $this->{$relation->partial} = false;
    }

    /** @return void */
    protected function manyInit(OneToMany $relation, bool $overrideExisting)
    {
        if ($this->{$relation->property} === null || $overrideExisting) {
            $this->{$relation->property} = $relation->newCollection($this);
        }
    }

    /** @return ObjectCollection */
    protected function manyGet(OneToMany $relation, ?Criteria $criteria, ?ConnectionInterface $con)
    {
        $property = $relation->property;
        $collection = $this->$property;
        if ($this->rowIsNew) {
            return $collection ?? $this->$property = $relation->newCollection($this);
        }
        if ($this->rowIsDeleted) {
            // A deleted row has no members. If a rollback restores it, its members are loaded again.
            $this->{$relation->partial} = $collection === null || $this->{$relation->partial};

            return $collection ?? $this->$property = $relation->newCollection($this);
        }
        if ($criteria !== null) {
            return $relation->query($this, $criteria)->find($con);
        }
        if ($collection !== null && !$this->{$relation->partial}) {
            return $collection;
        }
        $loaded = $relation->query($this, null)->find($con);
        $loaded->setData($this->withoutScheduled($relation, ToMany::known($collection, $loaded->getData())));
        foreach ($loaded as $member) {
            Record::relate($member, $relation->owner, $this);
        }
        $this->keepUnsaved($collection, $loaded);
        $this->{$relation->partial} = false;

        return $this->$property = $loaded;
    }

    /**
     * Returns the loaded members of a relation, without those that were since given to another object.
     *
     * @return list<ActiveRecordInterface>
     */
    protected function manyKept(OneToMany $relation)
    {
        $isKept = fn (ActiveRecordInterface $member): bool
            => (Record::get($member, $relation->owner) ?? $this) === $this;

        return array_values(array_filter($this->{$relation->property}->getData(), $isKept));
    }

    /** @return int */
    protected function manyCount(
        OneToMany $relation,
        ?Criteria $criteria,
        bool $distinct,
        ?ConnectionInterface $con,
    ) {
        $collection = $this->{$relation->property};
        if ($this->rowIsNew || $this->rowIsDeleted) {
            return count($collection ?? []);
        }
        if ($criteria === null && $collection !== null) {
            return count($this->manyGet($relation, null, $con));
        }
        $query = $relation->query($this, $criteria);

        return $distinct ? $query->distinct()->count($con) : $query->count($con);
    }

    /** @return void */
    protected function manySet(OneToMany $relation, Collection $members, ?ConnectionInterface $con)
    {
        // A collection that was edited in place does not show its former contents, but the database does.
        $current = $members === $this->{$relation->property} && !$this->rowIsNew && !$this->rowIsDeleted
            ? $relation->query($this, null)->find($con)
            : $this->manyGet($relation, null, $con);
        foreach (ObjectIndex::missing($current->getData(), $members->getData()) as $member) {
            if ($relation->owns($this, $member)) {
                $this->scheduleForDeletion($relation, $member);
            }
        }
        $collection = $members instanceof ObjectCollection ? $members : $relation->newCollection($this);
        if ($collection !== $members) {
            $collection->setData($members->getData());
        }
        $this->{$relation->property} = $collection;
        $this->{$relation->partial} = false;
        foreach ($collection->getData() as $member) {
            if ($member->{'get' . $relation->inverse}() !== $this) {
                $member->{'set' . $relation->inverse}($this);
            }
            $this->unschedule($relation, $member);
        }
    }

    /**
     * Removes a member from the objects to delete. A new object does not keep another object's row with the same key;
     * that row is deleted first.
     *
     * @return void
     */
    protected function unschedule(OneToMany $relation, ActiveRecordInterface $member)
    {
        if (!$member->isNew()) {
            $this->{$relation->scheduled}?->removeObject($member);
        }
    }

    /** @return void */
    protected function manyRemove(OneToMany $relation, ActiveRecordInterface $member)
    {
        $collection = $this->manyGet($relation, null, null);
        $key = $collection->search($member);
        if ($key !== false) {
            $collection->remove($key);
        } elseif (!$relation->isOwner($this, $member)) {
            return;
        }
        if ($relation->owns($this, $member)) {
            $this->scheduleForDeletion($relation, $member);
        }
    }

    /**
     * Saves the members of a relation, and deletes or detaches the removed ones.
     *
     * @return int
     */
    protected function manySave(OneToMany $relation, ConnectionInterface $con)
    {
        $rows = 0;
        $scheduled = $this->{$relation->scheduled};
        if ($scheduled !== null) {
            foreach ($scheduled->getData() as $member) {
                if (!$relation->deletesOrphans) {
                    $rows += $member->save($con);
                } elseif (!$member->isNew() && !$member->isDeleted() && !$relation->hasMoved($this, $member)) {
                    $member->delete($con);
                    // A hook may have cancelled the deletion.
                    $rows += $member->isDeleted() ? 1 : 0;
                }
            }
            $con->rollbackLog?->unlisted($this, $relation->scheduled, $scheduled);
            $this->{$relation->scheduled} = null;
        }
        foreach ($this->{$relation->property}?->getData() ?? [] as $member) {
            if ($member === $this) {
                // A row that refers to itself can only do so when its key is known, which is now.
                $rows += $this->saveRowAgain($con);
            } elseif (Record::isUnsaved($member)) {
                $rows += $member->save($con);
            }
        }

        return $rows;
    }

    /**
     * Returns whether a member of a relation has to be saved.
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
            $isUnsaved = null;
            foreach ($members->getData() as $member) {
                $isUnsaved ??= Record::of($member::class)->isUnsaved;
                if ($isUnsaved($member)) {
                    return true;
                }
            }
        } finally {
            $this->isAskedForWork = false;
        }

        return false;
    }

    /**
     * Filters out removed members whose rows still exist.
     *
     * @param list<ActiveRecordInterface> $members
     * @return list<ActiveRecordInterface>
     */
    private function withoutScheduled(OneToMany $relation, array $members): array
    {
        $scheduled = $this->{$relation->scheduled};
        if ($scheduled === null) {
            return $members;
        }
        $isKept = static fn (ActiveRecordInterface $member): bool => !$scheduled->contains($member);

        return array_values(array_filter($members, $isKept));
    }

    /**
     * Schedules a member for deletion. Where it must be deleted, a copy is scheduled: the caller's object loses its
     * parent, and the copy keeps the key of the row.
     */
    private function scheduleForDeletion(OneToMany $relation, ActiveRecordInterface $member): void
    {
        $scheduled = $this->{$relation->scheduled} ??= new ObjectCollection();
        if (!$scheduled->contains($member)) {
            $scheduled->append($relation->deletesOrphans ? $relation->copyToDelete($member) : $member);
        }
        if ($relation->deletesOrphans) {
            // Saving another parent must not save a row to be deleted, and loading the row must not return this object.
            ObjectRelations::leaveParents($member);
            if (!$member->isNew()) {
                Record::tableMap($member)::removeInstanceFromPool($member);
            }
        }
        $member->{'set' . $relation->inverse}(null);
    }

    /** Copies the members that the database does not have yet: new ones, and those moved from another object. */
    private function keepUnsaved(?ObjectCollection $from, ObjectCollection $to): void
    {
        foreach ($from?->getData() ?? [] as $member) {
            if (($member->isNew() || $member->isModified()) && !$member->isDeleted() && !$to->contains($member)) {
                $to->append($member);
            }
        }
    }
}
