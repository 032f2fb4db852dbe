<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;

/**
 * A many-to-many relation of a model class, which reaches partners through the rows of a cross-reference table.
 *
 * @internal
 */
final class ManyToMany extends ToMany
{
    /** The property of a partner that contains its removed rows. */
    private ?string $ofPartner = null;

    private ?bool $hasOneRow = null;

    /**
     * @param string $singular name of a partner in generated methods
     * @param string $rows plural name of the one-to-many relation to the cross-reference table
     * @param string $row name of such a row in generated methods
     * @param string $rowToPartner relation of such a row to the partner
     * @param string $inversePlural plural name of this class's objects in partners
     */
    public function __construct(
        string $plural,
        string $model,
        string $inverse,
        public readonly string $singular,
        public readonly string $rows,
        public readonly string $row,
        public readonly string $rowToPartner,
        public readonly string $inversePlural,
    ) {
        parent::__construct($plural, $model, $inverse);
    }

    /**
     * Returns the row between two objects that one of them has removed and the next save would delete, in its former
     * state.
     */
    public function removedRow(ActiveRecordInterface $owner, ActiveRecordInterface $partner): ?ActiveRecordInterface
    {
        $table = Record::tableMap($owner)::getTableMap();
        $this->ofPartner ??= OneToMany::of($this->toPartner($table)->getSymmetricalRelation())->scheduled;
        $lists = [
            Record::get($owner, lcfirst($this->rows) . 'ScheduledForDeletion'),
            Record::get($partner, $this->ofPartner),
        ];
        foreach (array_filter($lists) as $list) {
            $isOne = $this->hasOneRow($owner);
            foreach ($isOne ? array_filter([$this->rowByKey($list, $owner, $partner)]) : $list->getData() as $row) {
                if (
                    !$row->isNew() && !$row->isDeleted()
                    && ObjectRelations::agree($row, $this->toOwner($table), $owner)
                    && ObjectRelations::agree($row, $this->toPartner($table), $partner)
                ) {
                    return OneToMany::restored($row);
                }
            }
        }

        return null;
    }

    /** Returns the only row between two objects, without iterating over all rows. */
    public function rowByKey(
        ObjectCollection $rows,
        ActiveRecordInterface $owner,
        ActiveRecordInterface $partner,
    ): ?ActiveRecordInterface {
        $table = Record::tableMap($owner)::getTableMap();
        $class = $this->toOwner($table)->getLeftTable()->getClassName();
        $sought = new $class();
        foreach ([[$this->toOwner($table), $owner], [$this->toPartner($table), $partner]] as [$relation, $parent]) {
            foreach ($relation->getColumnPairs() as $i => [$own, $other]) {
                $value = $other === null
                    ? $relation->getLocalValues()[$i] ?? null
                    : Record::keyValue($parent, $relation->getRightTable()->getColumn($other)->getPhpName());
                Record::call($sought, 'set' . $relation->getLeftTable()->getColumn($own)->getPhpName(), $value);
            }
            Record::set($sought, $relation->getProperty(), $parent);
        }
        $key = $rows->search($sought);

        return $key === false ? null : $rows[$key];
    }

    /** Returns whether at most one row can exist between two objects, because its key consists of their keys. */
    public function hasOneRow(ActiveRecordInterface $owner): bool
    {
        if ($this->hasOneRow === null) {
            $table = Record::tableMap($owner)::getTableMap();
            $toOwner = $this->toOwner($table);
            $columns = array_column([...$toOwner->getColumnPairs(), ...$this->toPartner($table)->getColumnPairs()], 0);
            $key = $this->toPartner($table)->getLeftTable()->getPrimaryKeys();
            $names = array_map(static fn (ColumnMap $column): string => $column->getName(), $key);
            $this->hasOneRow = $names !== [] && array_diff($names, $columns) === [];
        }

        return $this->hasOneRow;
    }

    private function toOwner(TableMap $table): RelationMap
    {
        return $table->getRelation($this->row)->getSymmetricalRelation();
    }

    private function toPartner(TableMap $table): RelationMap
    {
        return $table->getRelation($this->row)->getRightTable()->getRelation($this->rowToPartner);
    }
}
