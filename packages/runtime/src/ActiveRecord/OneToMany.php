<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use WeakMap;

/**
 * A one-to-many relation of a model class.
 *
 * @internal
 */
final class OneToMany extends ToMany
{
    /** The property with the members to delete or detach. */
    public readonly string $scheduled;

    /** The property of a member with its owner. */
    public readonly string $owner;

    /** @var WeakMap<ActiveRecordInterface, ActiveRecordInterface>|null removed objects by their copies */
    private static ?WeakMap $removed = null;

    /** @param bool $deletesOrphans true: delete members that are removed from their owner */
    public function __construct(
        string $plural,
        string $model,
        string $inverse,
        public readonly bool $deletesOrphans = false,
    ) {
        parent::__construct($plural, $model, $inverse);
        $this->scheduled = lcfirst($plural) . 'ScheduledForDeletion';
        $this->owner = 'a' . $inverse;
    }

    public static function of(RelationMap $relation): self
    {
        return new self(
            $relation->getPluralName(),
            (string) $relation->getRightTable()->getClassName(),
            (string) $relation->getSymmetricalRelation()?->getName(),
        );
    }

    /**
     * Returns whether a member belongs to an owner. Its row may already belong to another object whose change is not
     * saved yet.
     */
    public function owns(ActiveRecordInterface $owner, ActiveRecordInterface $member): bool
    {
        if ($this->isOwner($owner, $member)) {
            return true;
        }
        if (Record::get($member, $this->owner)?->isNew()) {
            // The keys of two new objects are equal, because both are null.
            return false;
        }

        return ObjectRelations::agree(
            $member,
            Record::tableMap($member)::getTableMap()->getRelation($this->inverse),
            $owner,
        );
    }

    /** Returns a copy of a removed member whose row is to be deleted. */
    public function copyToDelete(ActiveRecordInterface $member): ActiveRecordInterface
    {
        $copy = clone $member;
        self::$removed ??= new WeakMap();
        self::$removed[$copy] = $member;

        return $copy;
    }

    /** Returns the original of a copy, with the key and the changes that it had when the copy was made. */
    public static function restored(ActiveRecordInterface $copy): ActiveRecordInterface
    {
        $member = self::$removed[$copy] ?? $copy;
        foreach (Record::tableMap($copy)::getTableMap()->getPrimaryKeys() as $column) {
            Record::set($member, $column->getProperty(), Record::get($copy, $column->getProperty()));
        }
        foreach (['modifiedColumns', 'originalKey'] as $property) {
            Record::set($member, $property, Record::get($copy, $property));
        }

        return $member;
    }

    /**
     * Marks the copies of objects as new after their inserts were rolled back. Their rows do not exist, and other
     * objects may get their keys.
     *
     * @param array<int, ActiveRecordInterface> $objects by PHP object id
     */
    public static function rolledBack(array $objects): void
    {
        foreach ($objects === [] ? [] : self::$removed ?? [] as $copy => $member) {
            if (isset($objects[spl_object_id($member)])) {
                Record::set($copy, 'rowIsNew', true);
            }
        }
    }

    /** Returns whether a removed member keeps its row, because it now belongs to another object. */
    public function hasMoved(ActiveRecordInterface $owner, ActiveRecordInterface $copy): bool
    {
        $newOwner = (self::$removed[$copy] ?? null)?->{'get' . $this->inverse}();

        return $newOwner !== null && $newOwner !== $owner;
    }

    /** Returns whether the member refers to exactly this object as its owner. */
    public function isOwner(ActiveRecordInterface $owner, ActiveRecordInterface $member): bool
    {
        return Record::get($member, $this->owner) === $owner;
    }
}
