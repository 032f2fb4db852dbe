<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\RelationMap;

/** `column operator (SELECT …)`. */
class ColumnToQueryOperatorCriterion extends AbstractInnerQueryCriterion
{
    protected function initForRelation(ModelCriteria $outerQuery, RelationMap $relation): void
    {
        [$left, $right] = $relation->getColumnPairs()[0];
        if ($relation->isComposite() || $left === null || $right === null) {
            throw new LogicException(sprintf('Relation "%s" has more than one column', $relation->getName()));
        }
        $this->setColumn($outerQuery->getTableNameInQuery() . '.' . $left);
        $inner = $this->innerQuery;
        if (!$inner->hasSelectClause()) {
            $name = $inner instanceof ModelCriteria ? $inner->getTableNameInQuery() : $inner->getPrimaryTableName();
            $inner->addAsColumn('"' . preg_replace('/[^\w.]/', '_', $name . '.' . $right) . '"', $name . '.' . $right);
            $isNot = preg_match('/^\s*NOT\s+IN\s*$/i', $this->getComparison()) === 1;
            if ($isNot && !$relation->getRightTable()->getColumn($right)->isNotNull()) {
                // A single NULL in the list would make the condition unknown for every row.
                $inner->addAnd("$name.$right", null, Criteria::ISNOTNULL);
            }
        }
    }

    protected function resolveOperator(?string $operatorDeclaration): string
    {
        $operator = trim((string) $operatorDeclaration);

        return $operator === '' ? Criteria::IN : CriterionFactory::subqueryOperator($operator);
    }

    protected function processInnerQuery(): Criteria
    {
        return $this->innerQuery;
    }
}
