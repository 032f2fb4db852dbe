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
    /** The property with the members to delete or to detach. */
    public readonly string $scheduled;

    /** The property of a member that holds its owner. */
    public readonly string $owner;

    /** @var WeakMap<ActiveRecordInterface, ActiveRecordInterface>|null the objects that were removed, by their copies */
    private static ?WeakMap $removed = null;

    /** @param bool $deletesOrphans whether a member cannot exist without its owner */
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

    /** A row may belong to another object already, though that is not saved yet. */
    public function owns(ActiveRecordInterface $owner, ActiveRecordInterface $member): bool
    {
        if ($this->isOwner($owner, $member)) {
            return true;
        }
        if (Record::get($member, $this->owner)?->isNew()) {
            // The keys of two new objects are equal: both are null.
            return false;
        }

        return ObjectRelations::agree(
            $member,
            Record::tableMap($member)::getTableMap()->getRelation($this->inverse),
            $owner,
        );
    }

    /** The copy of a removed member whose row is to be deleted. */
    public function copyToDelete(ActiveRecordInterface $member): ActiveRecordInterface
    {
        $copy = clone $member;
        self::$removed ??= new WeakMap();
        self::$removed[$copy] = $member;

        return $copy;
    }

    /** The object of which a copy was made, with the key and the changes that it had then. */
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
     * The inserts of objects were rolled back: copies of them have no row either, and others may get their keys.
     *
     * @param array<int, true> $ids the ids of the objects in PHP
     */
    public static function rolledBack(array $ids): void
    {
        foreach ($ids === [] ? [] : self::$removed ?? [] as $copy => $member) {
            if (isset($ids[spl_object_id($member)])) {
                Record::set($copy, 'rowIsNew', true);
            }
        }
    }

    /** Whether the row of a removed member stays, since it belongs to another object now. */
    public function hasMoved(ActiveRecordInterface $owner, ActiveRecordInterface $copy): bool
    {
        $newOwner = (self::$removed[$copy] ?? null)?->{'get' . $this->inverse}();

        return $newOwner !== null && $newOwner !== $owner;
    }

    /** Whether a member holds just this object as its owner. */
    public function isOwner(ActiveRecordInterface $owner, ActiveRecordInterface $member): bool
    {
        return Record::get($member, $this->owner) === $owner;
    }
}
