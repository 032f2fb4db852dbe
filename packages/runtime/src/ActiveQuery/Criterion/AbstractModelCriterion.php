<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\Map\ColumnMap;

/** A clause of the application, with question marks for its values. */
abstract class AbstractModelCriterion extends AbstractCriterion
{
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected string $clause;

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
}
