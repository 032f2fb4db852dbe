<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;

/** The two tables of a join and the columns that are compared. */
trait JoinPartsTrait
{
    /** @var list<string> columns without their table */
    #[PlanRule(PlanRule::DISABLES)]
    private array $lefts = [];

    /** @var list<string> columns without their table */
    #[PlanRule(PlanRule::DISABLES)]
    private array $rights = [];

    /** @var list<string> */
    #[PlanRule(PlanRule::DISABLES)]
    private array $operators = [];
    #[PlanRule(PlanRule::IN_SHAPE)]
    private ?string $leftTable = null;
    #[PlanRule(PlanRule::DISABLES)]
    protected ?string $leftAlias = null;
    #[PlanRule(PlanRule::DISABLES)]
    private ?string $rightTable = null;
    #[PlanRule(PlanRule::DISABLES)]
    protected ?string $rightAlias = null;

    /** @return list<array{left: string, operator: string, right: string}> columns with their tables */
    public function getConditions(): array
    {
        $conditions = [];
        foreach (array_keys($this->lefts) as $i) {
            $conditions[] = [
                'left' => $this->getLeftColumn($i),
                'operator' => $this->getOperator($i),
                'right' => $this->getRightColumn($i),
            ];
        }

        return $conditions;
    }

    public function countConditions(): int
    {
        return count($this->lefts);
    }

    public function addOperator(string $operator): void
    {
        $this->isOfRelation = false;
        $this->operators[] = $operator;
    }

    public function getOperator(int $index = 0): string
    {
        return $this->operators[$index] ?? Join::EQUAL;
    }

    /** @return list<string> */
    public function getOperators(): array
    {
        return $this->operators;
    }

    /** @param string $left `table.column` */
    public function addLeftColumnName(string $left): void
    {
        $this->isOfRelation = false;
        $dot = strrpos($left, '.');
        $this->leftTable = $dot === false ? $this->leftTable : substr($left, 0, $dot);
        $this->lefts[] = $dot === false ? $left : substr($left, $dot + 1);
    }

    /** Compares the left column that was added last with a value, whatever is on the right side. */
    public function addLeftValue(mixed $value): void
    {
        $column = array_pop($this->lefts) ?? throw new \Orm\Runtime\Exception\LogicException(
            'A join needs a left column before it gets a value for it',
        );
        $this->addValueCondition('left', $column, $value, $this->operators[count($this->lefts)] ?? Join::EQUAL);
        array_splice($this->operators, count($this->lefts), 1);
    }

    public function getLeftColumn(int $index = 0): string
    {
        return $this->getLeftTableAliasOrName() . '.' . $this->lefts[$index];
    }

    /** The column without its table. */
    public function getLeftColumnName(int $index = 0): string
    {
        return $this->lefts[$index];
    }

    /** @return list<string> */
    public function getLeftColumns(): array
    {
        return array_map($this->getLeftColumn(...), array_keys($this->lefts));
    }

    /** @return static */
    public function setLeftTableName(string $name)
    {
        $this->isOfRelation = false;
        $this->leftTable = $name;

        return $this;
    }

    public function getLeftTableName(): ?string
    {
        return $this->leftTable;
    }

    /** @return static */
    public function setLeftTableAlias(string $alias)
    {
        $this->leftAlias = $alias;

        return $this;
    }

    public function getLeftTableAlias(): ?string
    {
        return $this->leftAlias;
    }

    public function hasLeftTableAlias(): bool
    {
        return $this->leftAlias !== null;
    }

    public function getLeftTableAliasOrName(): ?string
    {
        return $this->leftAlias ?? $this->leftTable;
    }

    /** `table alias`, or the table alone. */
    public function getLeftTableWithAlias(): ?string
    {
        return $this->leftAlias === null ? $this->leftTable : $this->leftTable . ' ' . $this->leftAlias;
    }

    /** @param string $right `table.column` */
    public function addRightColumnName(string $right): void
    {
        $this->isOfRelation = false;
        $dot = strrpos($right, '.');
        $this->rightTable = $dot === false ? $this->rightTable : substr($right, 0, $dot);
        $this->rights[] = $dot === false ? $right : substr($right, $dot + 1);
    }

    public function getRightColumn(int $index = 0): string
    {
        return $this->getRightTableAliasOrName() . '.' . $this->rights[$index];
    }

    /** The column without its table. */
    public function getRightColumnName(int $index = 0): string
    {
        return $this->rights[$index];
    }

    /** @return list<string> */
    public function getRightColumns(): array
    {
        return array_map($this->getRightColumn(...), array_keys($this->rights));
    }

    /** @return static */
    public function setRightTableName(string $name)
    {
        $this->isOfRelation = false;
        $this->rightTable = $name;

        return $this;
    }

    public function getRightTableName(): ?string
    {
        return $this->rightTable;
    }

    /** @return static */
    public function setRightTableAlias(string $alias)
    {
        $this->rightAlias = $alias;

        return $this;
    }

    public function getRightTableAlias(): ?string
    {
        return $this->rightAlias;
    }

    public function hasRightTableAlias(): bool
    {
        return $this->rightAlias !== null;
    }

    public function getRightTableAliasOrName(): ?string
    {
        return $this->rightAlias ?? $this->rightTable;
    }

    /** `table alias`, or the table alone. */
    public function getRightTableWithAlias(): ?string
    {
        return $this->rightAlias === null ? $this->rightTable : $this->rightTable . ' ' . $this->rightAlias;
    }
}
