<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\NamedColumn;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Map\ColumnMap;

/** A clause from the application, with question marks as placeholders. */
abstract class AbstractModelCriterion extends AbstractCriterion
{
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected string $clause;

    /** @var array<string, NamedColumn> the columns for names of the original query */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $fixed = [];

    /**
     * @param ColumnMap|string $column the column that determines how values are bound, as `table.column`
     * @param string|null $tableAlias the alias of its table in the query
     */
    public function __construct(
        Criteria $outer,
        string $clause,
        ColumnMap|string $column,
        mixed $value = null,
        ?string $tableAlias = null,
    ) {
        $this->clause = $clause;
        parent::__construct($outer, $column instanceof ColumnMap ? $column->getFullyQualifiedName() : $column, $value);
        if ($tableAlias !== null) {
            $this->setTable($tableAlias);
        }
    }

    public function getClause(): string
    {
        return $this->clause;
    }

    public function fixNames(Resolver $resolver): void
    {
        foreach (ClauseText::namesIn($this->clause) as $name) {
            $column = $this->fixed[$name] ?? $resolver->column($name);
            if ($column !== null) {
                $this->fixed[$name] = $column;
            }
        }
        parent::fixNames($resolver);
    }

    public function renameTable(string $from, string $to): void
    {
        foreach ($this->fixed as $name => $column) {
            if ($column->table === $from) {
                $this->fixed[$name] = new NamedColumn($to, $column->column, $column->map, $column->isSelected);
            }
        }
        parent::renameTable($from, $to);
    }

    /**
     * Returns the clause with its names as used in the statement.
     *
     * @param array<int, list<NamedColumn>> $named receives the columns, by the number of preceding question marks
     */
    protected function clauseIn(SqlContext $context, array &$named): ClauseText
    {
        return ClauseText::of($this->clause, $context->adapter)->written(
            function (string $name, int $mark) use ($context, &$named): ?string {
                $column = $this->fixed[$name] ?? $context->resolver()->column($name);
                if ($column === null) {
                    return null;
                }
                $named[$mark][] = $column;

                return $context->named($column);
            },
        );
    }

    /**
     * Returns the first column in the clause.
     *
     * @internal
     */
    public function firstColumn(Resolver $resolver): ?NamedColumn
    {
        foreach (ClauseText::namesIn($this->clause) as $name) {
            $column = $this->fixed[$name] ?? $resolver->column($name);
            if ($column !== null) {
                return $column;
            }
        }

        return $this->givenColumn();
    }

    /**
     * Returns whether the clause contains a column of a table of its query.
     *
     * @internal
     */
    public function namesTable(string $table, Resolver $resolver): bool
    {
        foreach (ClauseText::namesIn($this->clause) as $name) {
            if (($this->fixed[$name] ?? $resolver->column($name))?->table === $table) {
                return true;
            }
        }

        return false;
    }

    /** Returns the column passed to the constructor, if any. */
    protected function givenColumn(): ?NamedColumn
    {
        return $this->name === '' ? null : new NamedColumn($this->getTable(), (string) $this->getColumn());
    }
}
