<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

/**
 * A relation from the perspective of its left table. "Local" and "foreign" are the two ends of the underlying foreign
 * key.
 */
class RelationMap
{
    public const MANY_TO_ONE = 1;
    public const ONE_TO_MANY = 2;
    public const ONE_TO_ONE = 3;
    public const MANY_TO_MANY = 4;

    public const LOCAL_TO_FOREIGN = 0;
    public const LEFT_TO_RIGHT = 1;

    /** The inverse relation; false until it was looked up. */
    private RelationMap|false|null $symmetrical = false;

    /** @var list<array{string|null, string|null}>|null the same pairs as left and right columns */
    private ?array $pairs = null;

    /** @var array<int, mixed> constant values of a polymorphic relation by pair number */
    private array $values = [];

    /**
     * One of the tables may be given by name. Its map is then loaded when needed.
     *
     * @param TableMap|string $localTable the table with the foreign key
     * @param TableMap|string $foreignTable the table that the foreign key refers to
     * @param list<array{string|null, string|null}> $columns pairs of local and foreign column names; null in a pair
     *     with a constant
     */
    public function __construct(
        private readonly string $name,
        private TableMap|string $localTable,
        private TableMap|string $foreignTable,
        private ?int $type = null,
        private ?string $onDelete = null,
        private ?string $onUpdate = null,
        private ?string $pluralName = null,
        private bool $polymorphic = false,
        private array $columns = [],
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

    public function setPluralName(string $pluralName): void
    {
        $this->pluralName = $pluralName;
    }

    /**
     * Returns the property of a left object that contains the related object or objects.
     *
     * @internal
     */
    public function getProperty(): string
    {
        return match ($this->type) {
            self::MANY_TO_ONE => 'a' . $this->name,
            self::ONE_TO_ONE => 'single' . $this->name,
            default => 'coll' . $this->getPluralName(),
        };
    }

    /** @param self::*_TO_* $type */
    public function setType(int $type): void
    {
        $this->type = $type;
        $this->pairs = null;
    }

    public function getType(): ?int
    {
        return $this->type;
    }

    public function getLeftTable(): TableMap
    {
        return $this->type === self::MANY_TO_ONE ? $this->getLocalTable() : $this->getForeignTable();
    }

    public function getRightTable(): TableMap
    {
        return $this->type === self::MANY_TO_ONE ? $this->getForeignTable() : $this->getLocalTable();
    }

    public function setLocalTable(TableMap $table): void
    {
        $this->localTable = $table;
    }

    /** Returns the table with the foreign key. */
    public function getLocalTable(): TableMap
    {
        if (is_string($this->localTable)) {
            $this->localTable = $this->getForeignTable()->relatedTable($this->localTable);
        }

        return $this->localTable;
    }

    public function setForeignTable(TableMap $table): void
    {
        $this->foreignTable = $table;
    }

    /** Returns the table that the foreign key refers to. */
    public function getForeignTable(): TableMap
    {
        if (is_string($this->foreignTable)) {
            $this->foreignTable = $this->getLocalTable()->relatedTable($this->foreignTable);
        }

        return $this->foreignTable;
    }

    /** @param ColumnMap|mixed $foreign a column, or the constant value of the local column */
    public function addColumnMapping(ColumnMap $local, $foreign): void
    {
        $isColumn = $foreign instanceof ColumnMap;
        $this->localTable = $local->getTable();
        if ($isColumn) {
            $this->foreignTable = $foreign->getTable();
        }
        $this->addColumnPair($local->getName(), $isColumn ? $foreign->getName() : null, $isColumn ? null : $foreign);
    }

    /**
     * @internal
     * @param string|null $foreign null: the local column has a constant value
     */
    public function addColumnPair(string $local, ?string $foreign, mixed $value = null): void
    {
        if ($foreign === null) {
            $this->values[count($this->columns)] = $value;
        }
        $this->columns[] = [$local, $foreign];
        $this->pairs = null;
    }

    /** @return array<string, string> columns as `table.column` */
    public function getColumnMappings(int $direction = self::LOCAL_TO_FOREIGN): array
    {
        $mappings = [];
        $swap = $direction === self::LEFT_TO_RIGHT && $this->type !== self::MANY_TO_ONE;
        foreach ($this->columns as [$local, $foreign]) {
            if ($foreign !== null) {
                $local = $this->getLocalTable()->getName() . '.' . $local;
                $foreign = $this->getForeignTable()->getName() . '.' . $foreign;
                $mappings[$swap ? $foreign : $local] = $swap ? $local : $foreign;
            }
        }

        return $mappings;
    }

    /**
     * @internal
     * @return list<array{string|null, string|null}> pairs of left and right column names, unqualified
     */
    public function getColumnPairs(): array
    {
        return $this->pairs ??= $this->type === self::MANY_TO_ONE
            ? $this->columns
            : array_map(static fn (array $pair): array => [$pair[1], $pair[0]], $this->columns);
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
        return $this->type === self::MANY_TO_ONE ? $this->getLocalColumns() : $this->getForeignColumns();
    }

    /** @return list<ColumnMap> */
    public function getRightColumns(): array
    {
        return $this->type === self::MANY_TO_ONE ? $this->getForeignColumns() : $this->getLocalColumns();
    }

    /** @return list<ColumnMap> */
    public function getLocalColumns(): array
    {
        return $this->columnsOf($this->getLocalTable(), 0);
    }

    /** @return list<ColumnMap> */
    public function getForeignColumns(): array
    {
        return $this->columnsOf($this->getForeignTable(), 1);
    }

    /** @return array<int, mixed> constant values of a polymorphic relation by pair number */
    public function getLocalValues(): array
    {
        return $this->values;
    }

    public function setOnDelete(?string $onDelete): void
    {
        $this->onDelete = $onDelete;
    }

    public function getOnDelete(): ?string
    {
        return $this->onDelete;
    }

    public function setOnUpdate(?string $onUpdate): void
    {
        $this->onUpdate = $onUpdate;
    }

    public function getOnUpdate(): ?string
    {
        return $this->onUpdate;
    }

    public function setPolymorphic(bool $polymorphic): void
    {
        $this->polymorphic = $polymorphic;
    }

    public function isPolymorphic(): bool
    {
        return $this->polymorphic;
    }

    /** Returns the relation of the other table along the same foreign key. */
    public function getSymmetricalRelation(): ?RelationMap
    {
        if ($this->symmetrical === false) {
            $this->symmetrical = $this->findSymmetricalRelation();
        }

        return $this->symmetrical;
    }

    /**
     * Returns the relation for a table whose rows share the keys of rows in the left table.
     *
     * @internal
     * @param array<string, string> $columns column names of that table by those of the left table
     */
    public function inheritedBy(TableMap $table, array $columns): self
    {
        $relation = clone $this;
        $isLocal = $this->type === self::MANY_TO_ONE;
        // Rows of the other table refer to the row of the left table.
        $relation->symmetrical = $isLocal ? null : $this->getSymmetricalRelation();
        $isLocal ? $relation->setLocalTable($table) : $relation->setForeignTable($table);
        $relation->pairs = null;
        $side = $isLocal ? 0 : 1;
        foreach ($relation->columns as $i => $pair) {
            $relation->columns[$i][$side] = $columns[$pair[$side] ?? ''] ?? $pair[$side];
        }

        return $relation;
    }

    private function findSymmetricalRelation(): ?RelationMap
    {
        foreach ($this->getRightTable()->getRelations() as $relation) {
            if (
                $relation->type !== self::MANY_TO_MANY
                && ($relation->type === self::MANY_TO_ONE) !== ($this->type === self::MANY_TO_ONE)
                && $relation->columns === $this->columns
                // Last, because it makes the map of the table.
                && $relation->getRightTable() === $this->getLeftTable()
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
