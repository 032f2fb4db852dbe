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
