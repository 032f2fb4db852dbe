<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CriterionFactory;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\SqlBuilder\Alias;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Exception\LogicException;

/** A joined table: its name, its alias and the conditions of the join. */
class Join
{
    public const EQUAL = '=';
    public const INNER_JOIN = 'INNER JOIN';

    /** Only these are written into the SQL: a word more could be a table. */
    private const TYPES = '/^\s*(?:STRAIGHT_JOIN|(?:NATURAL\s+)?'
        . '(?:(?:INNER|CROSS|(?:LEFT|RIGHT|FULL)(?:\s+OUTER)?)\s+)?JOIN(?:\s+LATERAL)?)\s*$/iD';

    /** @var list<array{left: string, right: string, operator: string}> unqualified columns */
    private array $conditions = [];

    /** @var list<array{side: string, column: string, value: mixed, operator: string}> */
    protected array $valueConditions = [];
    protected ?AbstractCriterion $joinCondition = null;

    /** @var list<array{string, AbstractCriterion}> */
    protected array $extraConditions = [];
    private ?string $leftTable = null;
    protected ?string $leftAlias = null;
    private ?string $rightTable = null;
    protected ?string $rightAlias = null;

    /**
     * Whether several queries have this object; it must be cloned before anybody gets it who could change it.
     *
     * @internal
     */
    public bool $isShared = false;

    /**
     * The part of a shared join in the shape of a query, if its type and its relation say all about it.
     *
     * @internal
     */
    public ?string $sharedShape = null;

    /** Whether the tables and columns are those of a relation, and nobody has changed them since. */
    protected bool $isOfRelation = false;

    /**
     * @param list<string>|string|null $leftColumn `table.column`, or a list
     * @param list<string>|string|null $rightColumn
     */
    public function __construct(
        array|string|null $leftColumn = null,
        array|string|null $rightColumn = null,
        protected ?string $joinType = null,
    ) {
        if (is_array($leftColumn) || is_array($rightColumn)) {
            $this->addConditions((array) $leftColumn, (array) $rightColumn);
        } elseif ($leftColumn !== null && $rightColumn !== null) {
            $this->addCondition($leftColumn, $rightColumn);
        }
    }

    /** @param string $left `table.column` */
    public function addCondition(string $left, string $right, ?string $operator = self::EQUAL): void
    {
        $this->isOfRelation = false;
        [$this->leftTable, $leftColumn] = self::split($left, $this->leftTable);
        [$this->rightTable, $rightColumn] = self::split($right, $this->rightTable);
        $this->conditions[] = ['left' => $leftColumn, 'right' => $rightColumn, 'operator' => $operator ?? self::EQUAL];
    }

    /**
     * @param list<string> $lefts
     * @param list<string> $rights
     * @param list<string> $operators
     */
    public function addConditions(array $lefts, array $rights, array $operators = []): void
    {
        if (count($lefts) !== count($rights)) {
            throw new LogicException(sprintf(
                'A join needs as many left as right columns: got %d and %d',
                count($lefts),
                count($rights),
            ));
        }
        foreach ($lefts as $i => $left) {
            $this->addCondition($left, $rights[$i], $operators[$i] ?? self::EQUAL);
        }
    }

    public function addExplicitCondition(
        ?string $leftTable,
        string $leftColumn,
        ?string $leftAlias,
        ?string $rightTable,
        string $rightColumn,
        ?string $rightAlias = null,
        string $operator = self::EQUAL,
    ): void {
        $this->isOfRelation = false;
        $this->leftTable = $leftTable;
        $this->leftAlias = $leftAlias;
        $this->rightTable = $rightTable;
        $this->rightAlias = $rightAlias;
        $this->conditions[] = ['left' => $leftColumn, 'right' => $rightColumn, 'operator' => $operator];
    }

    /** The left table's column must have a constant value. */
    public function addLocalValueCondition(string $column, mixed $value, string $operator = self::EQUAL): void
    {
        $this->valueConditions[] = ['side' => 'left', 'column' => $column, 'value' => $value, 'operator' => $operator];
    }

    /** The right table's column must have a constant value. */
    public function addForeignValueCondition(string $column, mixed $value, string $operator = self::EQUAL): void
    {
        $this->valueConditions[] = ['side' => 'right', 'column' => $column, 'value' => $value, 'operator' => $operator];
    }

    public function getJoinType(): string
    {
        return $this->joinType ?? self::INNER_JOIN;
    }

    public function setJoinType(?string $joinType): void
    {
        $this->joinType = $joinType;
    }

    /** @return list<array{left: string, right: string, operator: string}> */
    public function getConditions(): array
    {
        return $this->conditions;
    }

    public function countConditions(): int
    {
        return count($this->conditions);
    }

    public function getLeftColumn(int $index = 0): string
    {
        return $this->getLeftTableAliasOrName() . '.' . $this->conditions[$index]['left'];
    }

    public function getRightColumn(int $index = 0): string
    {
        return $this->getRightTableAliasOrName() . '.' . $this->conditions[$index]['right'];
    }

    /** @return list<string> */
    public function getLeftColumns(): array
    {
        return array_map($this->getLeftColumn(...), array_keys($this->conditions));
    }

    /** @return list<string> */
    public function getRightColumns(): array
    {
        return array_map($this->getRightColumn(...), array_keys($this->conditions));
    }

    public function getLeftTableName(): ?string
    {
        return $this->leftTable;
    }

    public function setLeftTableName(?string $name): void
    {
        $this->isOfRelation = false;
        $this->leftTable = $name;
    }

    public function getLeftTableAlias(): ?string
    {
        return $this->leftAlias;
    }

    public function setLeftTableAlias(?string $alias): void
    {
        $this->leftAlias = $alias;
    }

    public function getLeftTableAliasOrName(): ?string
    {
        return $this->leftAlias ?? $this->leftTable;
    }

    public function getRightTableName(): ?string
    {
        return $this->rightTable;
    }

    public function setRightTableName(?string $name): void
    {
        $this->isOfRelation = false;
        $this->rightTable = $name;
    }

    public function getRightTableAlias(): ?string
    {
        return $this->rightAlias;
    }

    public function setRightTableAlias(?string $alias): void
    {
        $this->rightAlias = $alias;
    }

    public function getRightTableAliasOrName(): ?string
    {
        return $this->rightAlias ?? $this->rightTable;
    }

    /** Replaces what the columns say. */
    public function setJoinCondition(AbstractCriterion $condition): void
    {
        $this->joinCondition = $condition;
    }

    public function getJoinCondition(): ?AbstractCriterion
    {
        return $this->joinCondition;
    }

    /** Adds a condition to what the columns say. */
    public function addJoinCondition(AbstractCriterion $condition, bool $or = false): void
    {
        $this->extraConditions[] = [$or ? ' OR ' : ' AND ', $condition];
    }

    public function toSql(SqlContext $context): string
    {
        $alias = $this->rightAlias === null || $this->rightAlias === $this->rightTable
            ? null
            : Alias::check($this->rightAlias);
        $type = $this->getJoinType();
        if (!preg_match(self::TYPES, $type)) {
            throw new InvalidClauseException(sprintf('"%s" is no type of join', $type));
        }

        return $type . ' ' . $context->quoteTable((string) $this->rightTable, $alias)
            . ' ON ' . $this->buildJoinCondition($context);
    }

    public function buildJoinCondition(SqlContext $context): string
    {
        if ($this->joinCondition !== null) {
            $sql = $this->joinCondition->toSql($context);

            return str_starts_with($sql, '(') && $this->extraConditions === [] ? $sql : '(' . $sql . ')';
        }
        if ($this->leftAlias !== null && $this->leftAlias !== $this->leftTable) {
            Alias::check($this->leftAlias);
        }
        $parts = [];
        foreach ($this->conditions as $i => $condition) {
            $parts[] = $context->quoteColumn($this->getLeftColumn($i)) . self::operator($condition['operator'])
                . $context->quoteColumn($this->getRightColumn($i));
        }
        foreach ($this->valueConditions as $condition) {
            $left = $condition['side'] === 'left';
            $table = $left ? $this->getLeftTableAliasOrName() : $this->getRightTableAliasOrName();
            $real = $left ? $this->leftTable : $this->rightTable;
            $column = $context->column($table, $condition['column']);
            $parts[] = $condition['value'] === null
                ? $column . ' IS NULL'
                : $column . self::operator($condition['operator'])
                    . $context->bind($real, $condition['column'], $condition['value']);
        }
        $sql = implode(' AND ', $parts);
        foreach ($this->extraConditions as [$conjunction, $criterion]) {
            $sql .= ($sql === '' ? '' : $conjunction) . $criterion->toSql($context);
        }

        return '(' . $sql . ')';
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public function getClause(array &$params, ?Criteria $criteria = null): string
    {
        $criteria ??= new Criteria();

        return $this->toSql(new SqlContext($criteria, $criteria->getAdapter(), $params));
    }

    /** Whether two joins say the same. */
    public function equals(?Join $other): bool
    {
        return $other !== null && ($other === $this || (
            $other::class === $this::class
            && $other->conditions === $this->conditions
            && $other->valueConditions === $this->valueConditions
            && $other->getJoinType() === $this->getJoinType()
            && $other->getLeftTableAliasOrName() === $this->getLeftTableAliasOrName()
            && $other->rightTable === $this->rightTable
            && $other->rightAlias === $this->rightAlias
            && $other->joinCondition == $this->joinCondition
            && $other->extraConditions == $this->extraConditions
        ));
    }

    public function __clone()
    {
        $this->isShared = false;
        $this->sharedShape = null;
        if ($this->joinCondition !== null) {
            $this->joinCondition = clone $this->joinCondition;
        }
        foreach ($this->extraConditions as $i => [$conjunction, $criterion]) {
            $this->extraConditions[$i] = [$conjunction, clone $criterion];
        }
    }

    private static function operator(string $operator): string
    {
        return $operator === self::EQUAL ? $operator : CriterionFactory::operator($operator);
    }

    /** @return array{string|null, string} */
    private static function split(string $column, ?string $table): array
    {
        $dot = strrpos($column, '.');

        return $dot === false ? [$table, $column] : [substr($column, 0, $dot), substr($column, $dot + 1)];
    }
}
