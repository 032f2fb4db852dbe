<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CriterionFactory;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\SqlBuilder\Alias;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Exception\LogicException;

/** A joined table: its name, its alias and the conditions of the join. */
class Join
{
    public const EQUAL = '=';
    public const INNER_JOIN = 'INNER JOIN';

    /** The allowed join types. Any other word in the SQL could be read as the name of a table. */
    private const TYPES = '/^\s*(?:STRAIGHT_JOIN|'
        . '(?:(?:INNER|CROSS|(?:LEFT|RIGHT|FULL)(?:\s+OUTER)?)\s+)?JOIN)\s*$/iD';

    /** @var list<array{side: string, column: string, value: mixed, operator: string, table?: string}> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $valueConditions = [];
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected ?AbstractCriterion $joinCondition = null;

    /** @var list<array{string, AbstractCriterion}> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $extraConditions = [];
    #[PlanRule(PlanRule::NO_PART)]
    protected ?AdapterInterface $adapter = null;
    #[PlanRule(PlanRule::DISABLES)]
    protected bool $identifierQuoting = false;

    /**
     * The part of a query's shape that stands for this join, if several queries share it. A shared join is never
     * changed: getJoin() and getJoins() return an unshared copy.
     *
     * @internal
     */
    #[PlanRule(PlanRule::IN_SHAPE)]
    public ?string $sharedShape = null;

    /**
     * The values that the condition of a shared join binds.
     *
     * @internal
     * @var list<mixed>
     */
    #[PlanRule(PlanRule::IN_SHAPE)]
    public array $sharedValues = [];

    /** Whether the tables and columns are still those of the relation. */
    #[PlanRule(PlanRule::DISABLES)]
    protected bool $isOfRelation = false;

    /** @var list<string> columns without their table */
    #[PlanRule(PlanRule::IN_SHAPE)]
    private array $lefts = [];

    /** @var list<string> columns without their table */
    #[PlanRule(PlanRule::IN_SHAPE)]
    private array $rights = [];

    /** @var list<string> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    private array $operators = [];

    /** @var array<int, array{left?: string, right?: string}> the tables of conditions on other tables than the join */
    #[PlanRule(PlanRule::IN_SHAPE)]
    private array $otherTables = [];
    #[PlanRule(PlanRule::IN_SHAPE)]
    private ?string $leftTable = null;
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected ?string $leftAlias = null;
    #[PlanRule(PlanRule::IN_SHAPE)]
    private ?string $rightTable = null;
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected ?string $rightAlias = null;

    /**
     * @param list<string>|string|null $leftColumn `table.column`, or a list
     * @param list<string>|string|null $rightColumn
     */
    public function __construct(
        array|string|null $leftColumn = null,
        array|string|null $rightColumn = null,
        #[PlanRule(PlanRule::IN_SHAPE)] protected ?string $joinType = null,
    ) {
        if (is_array($leftColumn) || is_array($rightColumn)) {
            $this->addConditions((array) $leftColumn, (array) $rightColumn);
        } elseif ($leftColumn !== null && $rightColumn !== null) {
            $this->addCondition($leftColumn, $rightColumn);
        }
    }

    // Conditions.

    /** @param string $left `table.column` */
    public function addCondition(string $left, string $right, string $operator = self::EQUAL): void
    {
        $this->isOfRelation = false;
        $this->addLeftColumnName($left);
        $this->addRightColumnName($right);
        $this->addOperator($operator);
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

    /**
     * Adds conditions like addCondition(), each of which may be on other tables than the first: the join is of the
     * tables of the first one.
     *
     * @internal
     * @param list<array{string, string, string}> $conditions left and right `table.column`, and operator
     */
    public function addConditionsOfTables(array $conditions): void
    {
        foreach ($conditions as [$left, $right, $operator]) {
            [$leftTable, $rightTable] = [$this->leftTable, $this->rightTable];
            $this->addCondition($left, $right, $operator);
            $others = [];
            if ($leftTable !== null && $this->leftTable !== $leftTable) {
                [$others['left'], $this->leftTable] = [$this->leftTable, $leftTable];
            }
            if ($rightTable !== null && $this->rightTable !== $rightTable) {
                [$others['right'], $this->rightTable] = [$this->rightTable, $rightTable];
            }
            if ($others !== []) {
                $this->otherTables[count($this->lefts) - 1] = $others;
            }
        }
    }

    public function addExplicitCondition(
        string $leftTableName,
        string $leftColumnName,
        ?string $leftTableAlias = null,
        ?string $rightTableName = null,
        ?string $rightColumnName = null,
        ?string $rightTableAlias = null,
        string $operator = self::EQUAL,
    ): void {
        $this->isOfRelation = false;
        $this->leftTable = $leftTableName;
        $this->leftAlias = $leftTableAlias;
        $this->rightTable = $rightTableName;
        $this->rightAlias = $rightTableAlias;
        $this->lefts[] = $leftColumnName;
        $this->rights[] = (string) $rightColumnName;
        $this->operators[] = $operator;
    }

    /** Adds a condition that a column of the left table has a constant value. */
    public function addLocalValueCondition(
        string $leftTableName,
        string $leftColumnName,
        ?string $leftTableAlias,
        mixed $leftColumnValue,
        string $operator = self::EQUAL,
    ): void {
        $this->leftTable = $leftTableName;
        $this->leftAlias = $leftTableAlias;
        $this->addValueCondition('left', $leftColumnName, $leftColumnValue, $operator);
    }

    /** Adds a condition that a column of the right table has a constant value. */
    public function addForeignValueCondition(
        string $rightTableName,
        string $rightColumnName,
        ?string $rightTableAlias,
        mixed $rightColumnValue,
        string $operator = self::EQUAL,
    ): void {
        $this->rightTable = $rightTableName;
        $this->rightAlias = $rightTableAlias;
        $this->addValueCondition('right', $rightColumnName, $rightColumnValue, $operator);
    }

    /**
     * Adds a condition that compares a column, usually of one of the two tables, with a value.
     *
     * @internal
     * @param string $column `table.column`
     */
    public function addComparison(string $column, mixed $value, string $operator): void
    {
        $dot = strrpos($column, '.');
        $table = $dot === false ? null : substr($column, 0, $dot);
        $side = $table !== null && $table === $this->getRightTableAliasOrName() ? 'right' : 'left';
        $this->addValueCondition($side, $dot === false ? $column : substr($column, $dot + 1), $value, $operator);
        if ($side === 'left' && $table !== null && $table !== $this->getLeftTableAliasOrName()) {
            $this->valueConditions[array_key_last($this->valueConditions)]['table'] = $table;
        }
    }

    // Type, and the condition that replaces the columns.

    public function getJoinType(): string
    {
        return $this->joinType ?? self::INNER_JOIN;
    }

    public function setJoinType(?string $joinType): void
    {
        $this->joinType = $joinType;
    }

    /** Replaces the conditions from columns and values with a custom condition. */
    public function setJoinCondition(AbstractCriterion $condition): void
    {
        $this->joinCondition = $condition;
        $this->extraConditions = [];
    }

    public function getJoinCondition(): ?AbstractCriterion
    {
        return $this->joinCondition;
    }

    public function getJoinConditionOrFail(): AbstractCriterion
    {
        return $this->joinCondition ?? throw new LogicException('The join has no custom condition');
    }

    /**
     * @internal
     * @return list<AbstractCriterion> the custom conditions, without those from columns and values
     */
    public function ownConditions(): array
    {
        $own = array_column($this->extraConditions, 1);

        return $this->joinCondition === null ? $own : [$this->joinCondition, ...$own];
    }

    /** Turns the conditions from columns and values into a custom condition. */
    public function buildJoinCondition(Criteria $c): void
    {
        $params = [];
        $context = new SqlContext($c, $c->getAdapter(), $params);
        $all = null;
        foreach ($this->valueConditions as $condition) {
            ['column' => $column, 'value' => $value, 'operator' => $operator] = $condition;
            $table = $this->tableOf($condition);
            $one = $c->getNewCriterion($table . '.' . $column, $value, $operator);
            $all = $all === null ? $one : $all->addAnd($one);
        }
        foreach (array_reverse(array_keys($this->lefts)) as $i) {
            $one = $c->getNewCriterion($this->getLeftColumn($i), $this->pairSql($context, $i), Criteria::CUSTOM);
            $all = $all === null ? $one : $one->addAnd($all);
        }
        $this->joinCondition = $all;
    }

    /** Adds a custom condition to the existing conditions. */
    public function addJoinCondition(AbstractCriterion $condition, bool $or = false): void
    {
        $this->extraConditions[] = [$or ? ' OR ' : ' AND ', $condition];
    }

    // SQL.

    public function toSql(SqlContext $context): string
    {
        if (static::class === self::class || static::class === ModelJoin::class) {
            return $this->clauseSql($context);
        }
        // A subclass may override getClause().
        $join = clone $this;
        $join->setAdapter($context->adapter);
        $join->setIdentifierQuoting($context->criteria->isIdentifierQuotingEnabled());

        return $join->getClause($context->params);
    }

    /**
     * Returns the join's part of a query's shape; null if the query cannot have a plan.
     *
     * @internal
     * @param list<mixed> $values receives the values that the join binds
     */
    public function shape(int|string $name, array &$values): ?string
    {
        if ((static::class !== self::class && static::class !== ModelJoin::class) || $this->identifierQuoting) {
            return null;
        }
        $shape = '|' . serialize([
            $name, $this->joinType, $this->leftTable, $this->leftAlias, $this->rightTable, $this->rightAlias,
            $this->lefts, $this->rights, $this->operators, $this->otherTables,
        ]);
        foreach ($this->joinCondition === null ? $this->valueConditions : [] as $condition) {
            $value = $condition['value'];
            if (is_array($value)) {
                return null;
            }
            $table = $condition['table'] ?? '';
            $shape .= "|$condition[side] $table $condition[column] $condition[operator] ";
            if ($value !== null) {
                $values[] = $value;
                $shape .= AbstractCriterion::shapeOfValue($value);
            }
        }
        $conditions = $this->extraConditions;
        if ($this->joinCondition !== null) {
            array_unshift($conditions, ['', $this->joinCondition]);
        }
        foreach ($conditions as [$conjunction, $criterion]) {
            $part = $criterion->plainShape($values);
            if ($part === null) {
                return null;
            }
            $shape .= "$conjunction$part)";
        }

        return $shape;
    }

    private function clauseSql(SqlContext $context): string
    {
        $alias = $this->rightAlias === null || $this->rightAlias === $this->rightTable
            ? null
            : Alias::check($this->rightAlias);
        $type = $this->getJoinType();
        if (!preg_match(self::TYPES, $type)) {
            throw new InvalidClauseException(sprintf('"%s" is not a valid type of join', $type));
        }

        return $type . ' ' . $context->quoteTable((string) $this->rightTable, $alias)
            . ' ON ' . $this->conditionSql($context);
    }

    private function conditionSql(SqlContext $context): string
    {
        $sql = $this->joinCondition === null ? $this->columnsSql($context) : $this->joinCondition->toSql($context);
        if ($this->extraConditions === []) {
            return $sql;
        }
        $others = array_column($this->extraConditions, 1);
        if ($sql === '') {
            $sql = array_shift($others)->toSql($context);
        }
        $words = array_slice(array_column($this->extraConditions, 0), -count($others));

        return $others === [] ? "($sql)" : AbstractCriterion::combined($sql, $words, $others, $context);
    }

    private function columnsSql(SqlContext $context): string
    {
        if ($this->leftAlias !== null && $this->leftAlias !== $this->leftTable) {
            Alias::check($this->leftAlias);
        }
        $parts = [];
        foreach (array_keys($this->lefts) as $i) {
            $parts[] = $this->pairSql($context, $i);
        }
        foreach ($this->valueConditions as $condition) {
            $table = $this->tableOf($condition);
            $other = $condition['table'] ?? null;
            $real = $other !== null
                ? $context->criteria->getTableForAlias($other) ?? $other
                : ($condition['side'] === 'left' ? $this->leftTable : $this->rightTable);
            $column = $context->column($table, $condition['column']);
            $parts[] = $condition['value'] === null
                ? $column . ' IS NULL'
                : $column . self::operator($condition['operator'])
                    . $context->bindCompared($real, $condition['column'], $condition['value'], false);
        }
        $sql = implode(' AND ', $parts);

        return $this->extraConditions === [] || count($parts) > 1 ? '(' . $sql . ')' : $sql;
    }

    /** @param array{side: string, table?: string} $condition of a value */
    private function tableOf(array $condition): ?string
    {
        return $condition['table'] ?? ($condition['side'] === 'left'
            ? $this->getLeftTableAliasOrName()
            : $this->getRightTableAliasOrName());
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public function getClause(array &$params): string
    {
        $criteria = new Criteria();
        if ($this->isIdentifierQuotingEnabled()) {
            $criteria->setIdentifierQuoting(true);
        }

        return $this->clauseSql(new SqlContext($criteria, $this->adapter ?? SqlContext::adapterOf($criteria), $params));
    }

    public function getAdapter(): ?AdapterInterface
    {
        return $this->adapter;
    }

    public function setAdapter(AdapterInterface $adapter): void
    {
        $this->adapter = $adapter;
    }

    public function isIdentifierQuotingEnabled(): bool
    {
        return $this->identifierQuoting;
    }

    public function setIdentifierQuoting(bool $identifierQuoting): void
    {
        $this->identifierQuoting = $identifierQuoting;
    }

    /** Returns the SQL and its values as a readable string. */
    public function toString(): string
    {
        $params = [];
        $sql = $this->getClause($params);
        $values = array_map(
            static fn (array $param): string => (string) json_encode($param['value'], JSON_PARTIAL_OUTPUT_ON_ERROR),
            $params,
        );

        return $sql . ($values === [] ? '' : ' -- ' . implode(', ', $values));
    }

    public function __toString(): string
    {
        return $this->toString();
    }

    /** Returns whether two joins have the same tables, columns and conditions. */
    public function equals(Join $other): bool
    {
        return $other === $this || (
            $other::class === $this::class
            && $other->lefts === $this->lefts
            && $other->rights === $this->rights
            && $other->operators === $this->operators
            && $other->otherTables === $this->otherTables
            && $other->valueConditions === $this->valueConditions
            && $other->getJoinType() === $this->getJoinType()
            && $other->getLeftTableAliasOrName() === $this->getLeftTableAliasOrName()
            && $other->rightTable === $this->rightTable
            && $other->rightAlias === $this->rightAlias
            && $other->joinCondition == $this->joinCondition
            && $other->extraConditions == $this->extraConditions
        );
    }

    public function __clone()
    {
        $this->sharedShape = null;
        $this->sharedValues = [];
        if ($this->joinCondition !== null) {
            $this->joinCondition = clone $this->joinCondition;
        }
        foreach ($this->extraConditions as $i => [$conjunction, $criterion]) {
            $this->extraConditions[$i] = [$conjunction, clone $criterion];
        }
    }

    private function pairSql(SqlContext $context, int $i): string
    {
        return $context->quoteColumn($this->getLeftColumn($i)) . self::operator($this->operators[$i] ?? self::EQUAL)
            . $context->quoteColumn($this->getRightColumn($i));
    }

    /** Returns `table.column`, or only the column if the table is unknown. */
    private static function columnOf(?string $table, string $column): string
    {
        return $table === null ? $column : $table . '.' . $column;
    }

    protected function addValueCondition(string $side, string $column, mixed $value, string $operator): void
    {
        $this->isOfRelation = false;
        $this->valueConditions[] = ['side' => $side, 'column' => $column, 'value' => $value, 'operator' => $operator];
    }

    private static function operator(string $operator): string
    {
        return $operator === self::EQUAL ? $operator : CriterionFactory::operator($operator);
    }

    // The pairs of columns, and their tables.

    /** @return list<array{left: string, operator: string, right: string}> columns as `table.column` */
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

    /** Compares the latest left column with a value instead of a right column. */
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
        return self::columnOf(
            $this->otherTables[$index]['left'] ?? $this->getLeftTableAliasOrName(),
            $this->lefts[$index],
        );
    }

    /** Returns the column without its table. */
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

    /** Returns `table alias`, or only the table if there is no alias. */
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
        return self::columnOf(
            $this->otherTables[$index]['right'] ?? $this->getRightTableAliasOrName(),
            $this->rights[$index],
        );
    }

    /** Returns the column without its table. */
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

    /** Returns `table alias`, or only the table if there is no alias. */
    public function getRightTableWithAlias(): ?string
    {
        return $this->rightAlias === null ? $this->rightTable : $this->rightTable . ' ' . $this->rightAlias;
    }
}
