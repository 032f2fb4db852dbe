<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Util\SetColumnConverter;

/** What a model object can tell of its place, and its neighbours. */
trait SortableReadTrait
{
    protected function isLastOfList(?ConnectionInterface $con): bool
    {
        $rank = $this->listRank();
        if ($rank === null) {
            return false;
        }
        $table = RankedTable::of(self::TABLE_MAP);

        return $rank === (new ListStatements($table, $table->writeConnection($con)))->max($this->listScope());
    }

    /** The nearest member on one side, in the order by rank and key. */
    protected function findNeighbour(bool $before, ?ConnectionInterface $con): ?self
    {
        $rank = $this->listRank();
        if ($rank === null) {
            return null;
        }
        $table = RankedTable::of(self::TABLE_MAP);
        $query = OrmQuery::from((string) (self::TABLE_MAP)::getTableMap()->getClassName());
        foreach ($this->listScope() as $i => $value) {
            $query->add($table->scopeColumns[$i]->getFullyQualifiedName(), $value);
        }
        $name = (self::TABLE_MAP)::RANK_COL;
        $beyond = $before ? Criteria::LESS_THAN : Criteria::GREATER_THAN;
        if ($this->rowIsNew) {
            $query->add($name, $rank, $beyond);
        } else {
            // The first condition is for the index, the second for members of the same rank.
            $query->add($name, $rank, $beyond . '=');
            $place = $query->getNewCriterion($name, $rank, $beyond);
            $same = [$query->getNewCriterion($name, $rank)];
            foreach ($table->keyColumns as $i => $column) {
                $key = $column->getFullyQualifiedName();
                $value = $this->getListKey()[$i];
                $further = $query->getNewCriterion($key, $value, $beyond);
                foreach (array_reverse($same) as $condition) {
                    $further = (clone $condition)->addAnd($further);
                }
                $place->addOr($further);
                $same[] = $query->getNewCriterion($key, $value);
            }
            $query->addAnd($place, null, null, false);
        }
        foreach ([$table->rankColumn, ...$table->keyColumns] as $column) {
            $column = $column->getFullyQualifiedName();
            $before ? $query->addDescendingOrderByColumn($column) : $query->addAscendingOrderByColumn($column);
        }

        return $query->findOne($con);
    }

    /** One value; several as a list, or null when all are null. */
    protected function readScopeValue(bool $returnNulls): mixed
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $values = [];
        foreach ($table->scopeColumns as $i => $column) {
            $values[] = in_array($column->getType(), ColumnMap::TEMPORAL_TYPES, true)
                ? $this->{'get' . $column->getPhpName()}()
                : $this->{$table->scopeProperties[$i]};
        }
        if (count($values) === 1) {
            return $values[0];
        }
        $isEmpty = array_filter($values, static fn (mixed $value): bool => $value !== null) === [];

        return $isEmpty && $returnNulls ? null : $values;
    }

    /** Through the setters of the columns; ENUM and SET columns take stored values and labels. */
    protected function changeScopeValue(mixed $value): static
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $values = count($table->scopeColumns) === 1 ? [$value] : $table->valuesByPosition($value);
        foreach ($table->scopeColumns as $i => $column) {
            $this->{'set' . $column->getPhpName()}(self::scopeSetterValue($column, $values[$i]));
        }

        return $this;
    }

    private static function scopeSetterValue(ColumnMap $column, mixed $value): mixed
    {
        return match (true) {
            !is_int($value) => $value,
            $column->getType() === ColumnTypes::ENUM => $column->getValueSet()[$value] ?? (string) $value,
            $column->getType() === ColumnTypes::SET
                => SetColumnConverter::convertIntToArray($value, $column->getValueSet()),
            default => $value,
        };
    }
}
