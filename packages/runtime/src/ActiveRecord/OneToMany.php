<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;

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
        $inverse = Record::tableMap($member)::getTableMap()->getRelation($this->inverse);

        return $this->isOwner($owner, $member) || ObjectRelations::agree($member, $inverse, $owner);
    }

    /** Whether a member holds just this object as its owner. */
    public function isOwner(ActiveRecordInterface $owner, ActiveRecordInterface $member): bool
    {
        return Record::get($member, $this->owner) === $owner;
    }
}
