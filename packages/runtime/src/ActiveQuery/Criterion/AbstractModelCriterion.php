<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\NamedColumn;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Map\ColumnMap;

/** A clause of the application, with question marks for its values. */
abstract class AbstractModelCriterion extends AbstractCriterion
{
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected string $clause;

    /** @var array<string, NamedColumn> what names mean in the query that the condition was made for */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $fixed = [];

    /**
     * @param ColumnMap|string $column the column that says how values are bound, as `table.column`
     * @param string|null $tableAlias what the query calls its table
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
     * The clause with its names as the statement writes them.
     *
     * @param array<int, list<NamedColumn>> $named gets the columns, by the number of question marks before them
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
     * The first column that the clause names.
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
     * Whether the clause names a column of a table of its query.
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

    /** The column that the condition was made with, if any. */
    protected function givenColumn(): ?NamedColumn
    {
        return $this->name === '' ? null : new NamedColumn($this->getTable(), (string) $this->getColumn());
    }
}
