<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\ActiveQuery\RelatedQueries;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Map\RelationMap;

/** An operator and a query, optionally with a column: `column IN (SELECT …)`, `EXISTS (SELECT …)`. */
abstract class AbstractInnerQueryCriterion extends AbstractCriterion
{
    /** Classes whose SQL depends only on the inner query, the column and the operator. */
    private const OWN_CLASSES = [
        ExistsCriterion::class, ExistsQueryCriterion::class, ColumnToQueryOperatorCriterion::class,
    ];

    protected Criteria $innerQuery;

    public function __construct(
        ?Criteria $outerQuery,
        ?string $leftOperand,
        ?string $operator,
        Criteria $innerQuery,
    ) {
        $this->innerQuery = $innerQuery;
        parent::__construct(
            $outerQuery ?? $innerQuery,
            $leftOperand ?? '',
            $innerQuery,
            $this->resolveOperator((string) $operator),
        );
    }

    /** Creates the condition that relates rows of the outer query to rows of the inner query. */
    public static function createForRelation(
        ?ModelCriteria $outerQuery,
        RelationMap $relationMap,
        ?string $operator,
        ModelCriteria $innerQuery,
    ): self {
        $criterion = new static($outerQuery, null, $operator, $innerQuery);
        if ($outerQuery !== null) {
            $criterion->initForRelation($outerQuery, $relationMap);
        }

        return $criterion;
    }

    /** Returns the operator as used in SQL. */
    abstract protected function resolveOperator(string $operatorDeclaration): string;

    /** Returns the inner query for the SQL. */
    abstract protected function processInnerQuery(): Criteria;

    abstract protected function initForRelation(ModelCriteria $outerQuery, RelationMap $relation): void;

    public function plainShape(array &$values): ?string
    {
        $isOwn = in_array($this::class, self::OWN_CLASSES, true);
        $inner = $isOwn && $this->innerQuery instanceof ModelCriteria
            ? QueryAccess::call($this->innerQuery, 'shapeAsPart')
            : null;
        if ($inner === null) {
            return null;
        }
        [$shape, $bound] = $inner;
        array_push($values, ...$bound);

        return $this->withAttachedShapes("|$this->name $this->comparison ($shape)", $values);
    }

    public function __clone()
    {
        parent::__clone();
        $this->innerQuery = $this->value;
    }

    protected function condition(SqlContext $context): string
    {
        $operator = strtoupper(trim($this->getComparison()));
        $left = $this->name === '' ? '' : $this->field($context) . ' ';
        $query = $this->processInnerQuery();
        $sql = $context->subquery($query);
        if (
            !$context->adapter->limitsListQueries() && ($query->getLimit() >= 0 || $query->getOffset() > 0)
            && preg_match('/IN$/D', $operator)
        ) {
            $sql = "SELECT * FROM ($sql) AS limited";
        }

        return $left . $operator . ' (' . $sql . ')';
    }

    /** Returns the condition that the related columns of the two queries are equal. */
    protected function buildJoinCondition(?ModelCriteria $outerQuery, RelationMap $relationMap): AbstractCriterion
    {
        $all = null;
        foreach (RelatedQueries::correlations($relationMap, $this->innerQuery) as $one) {
            $all = $all === null ? $one : $all->addAnd($one);
        }

        return $all ?? new CustomCriterion($this->innerQuery, '1=1');
    }
}
