<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

/** A relation as its left table sees it; "local" and "foreign" are the two ends of the foreign key behind it. */
final class RelationMap
{
    public const MANY_TO_ONE = 1;
    public const ONE_TO_MANY = 2;
    public const ONE_TO_ONE = 3;
    public const MANY_TO_MANY = 4;

    public const LOCAL_TO_FOREIGN = 0;
    public const LEFT_TO_RIGHT = 1;

    /** The way back, false while nobody asked for it. */
    private RelationMap|false|null $symmetrical = false;

    private ?TableMap $rightTable = null;

    /**
     * @param list<array{string, string|null}> $columns pairs of left and right column names; a right column null says
     *     that the left column has a constant value, given in $values
     * @param array<int, mixed> $values constant values of a polymorphic relation by pair number
     */
    public function __construct(
        private readonly string $name,
        private readonly int $type,
        private readonly TableMap $leftTable,
        private readonly string $rightTableName,
        private readonly array $columns = [],
        private readonly array $values = [],
        private readonly ?string $onDelete = null,
        private readonly ?string $onUpdate = null,
        private readonly ?string $pluralName = null,
        private readonly bool $polymorphic = false,
    ) {
    }

    public function getName(): string
    {
        return $this->name;
    }

    public function getPluralName(): string
    {
        return $this->pluralName ?? $this->name . 's';
    }

    public function getType(): int
    {
        return $this->type;
    }

    public function getLeftTable(): TableMap
    {
        return $this->leftTable;
    }

    public function getRightTable(): TableMap
    {
        return $this->rightTable ??= $this->leftTable->getDatabaseMap()->getTable($this->rightTableName);
    }

    /** The table that holds the foreign key. */
    public function getLocalTable(): TableMap
    {
        return $this->type === self::MANY_TO_ONE ? $this->leftTable : $this->getRightTable();
    }

    /** The table that the foreign key refers to. */
    public function getForeignTable(): TableMap
    {
        return $this->type === self::MANY_TO_ONE ? $this->getRightTable() : $this->leftTable;
    }

    /** @return array<string, string> fully qualified column names */
    public function getColumnMappings(int $direction = self::LOCAL_TO_FOREIGN): array
    {
        $mappings = [];
        $swap = $direction === self::LOCAL_TO_FOREIGN && $this->type !== self::MANY_TO_ONE;
        foreach ($this->columns as [$left, $right]) {
            if ($right !== null) {
                $left = $this->leftTable->getName() . '.' . $left;
                $right = $this->getRightTable()->getName() . '.' . $right;
                $mappings[$swap ? $right : $left] = $swap ? $left : $right;
            }
        }

        return $mappings;
    }

    /** @return list<array{string, string|null}> pairs of left and right column names, unqualified */
    public function getColumnPairs(): array
    {
        return $this->columns;
    }

    public function isComposite(): bool
    {
        return $this->countColumnMappings() > 1;
    }

    public function countColumnMappings(): int
    {
        return count($this->columns);
    }

    /** @return list<ColumnMap> */
    public function getLeftColumns(): array
    {
        return $this->columnsOf($this->leftTable, 0);
    }

    /** @return list<ColumnMap> */
    public function getRightColumns(): array
    {
        return $this->columnsOf($this->getRightTable(), 1);
    }

    /** @return list<ColumnMap> */
    public function getLocalColumns(): array
    {
        return $this->type === self::MANY_TO_ONE ? $this->getLeftColumns() : $this->getRightColumns();
    }

    /** @return list<ColumnMap> */
    public function getForeignColumns(): array
    {
        return $this->type === self::MANY_TO_ONE ? $this->getRightColumns() : $this->getLeftColumns();
    }

    /** @return array<int, mixed> constant values of a polymorphic relation by pair number */
    public function getLocalValues(): array
    {
        return $this->values;
    }

    public function getOnDelete(): ?string
    {
        return $this->onDelete;
    }

    public function getOnUpdate(): ?string
    {
        return $this->onUpdate;
    }

    public function isPolymorphic(): bool
    {
        return $this->polymorphic;
    }

    /** The same foreign key seen from the other table. */
    public function getSymmetricalRelation(): ?RelationMap
    {
        if ($this->symmetrical === false) {
            $this->symmetrical = $this->findSymmetricalRelation();
        }

        return $this->symmetrical;
    }

    private function findSymmetricalRelation(): ?RelationMap
    {
        $mirrored = array_map(
            static fn (array $pair): array => [$pair[1], $pair[0]],
            $this->columns,
        );
        foreach ($this->getRightTable()->getRelations() as $relation) {
            if (
                $relation->type !== self::MANY_TO_MANY
                && ($relation->type === self::MANY_TO_ONE) !== ($this->type === self::MANY_TO_ONE)
                && $relation->getRightTable() === $this->leftTable
                && $relation->columns === $mirrored
            ) {
                return $relation;
            }
        }

        return null;
    }

    /** @return list<ColumnMap> */
    private function columnsOf(TableMap $table, int $side): array
    {
        $columns = [];
        foreach ($this->columns as $pair) {
            if ($pair[$side] !== null) {
                $columns[] = $table->getColumn($pair[$side]);
            }
        }

        return $columns;
    }
}
