<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Map\RelationMap;

/** `EXISTS (SELECT …)` and `NOT EXISTS (SELECT …)`. */
class ExistsQueryCriterion extends AbstractInnerQueryCriterion
{
    public const TYPE_EXISTS = 'EXISTS';
    public const TYPE_NOT_EXISTS = 'NOT EXISTS';

    protected function initForRelation(ModelCriteria $outerQuery, RelationMap $relation): void
    {
        $this->innerQuery->addAnd($this->buildJoinCondition($outerQuery, $relation), null, null, false);
    }

    protected function resolveOperator(?string $operatorDeclaration): string
    {
        $type = strtoupper(trim((string) $operatorDeclaration));
        if ($type === '') {
            return self::TYPE_EXISTS;
        }
        if ($type !== self::TYPE_EXISTS && $type !== self::TYPE_NOT_EXISTS) {
            throw new InvalidClauseException(sprintf('"%s" is neither EXISTS nor NOT EXISTS', $type));
        }

        return $type;
    }

    protected function processInnerQuery(): Criteria
    {
        $query = clone $this->innerQuery;

        return $query->hasSelectClause() ? $query : $query->addAsColumn('existsFlag', '1');
    }
}
