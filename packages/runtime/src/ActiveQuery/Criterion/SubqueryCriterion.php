<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** `column operator (SELECT …)`. */
class SubqueryCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        $comparison = strtoupper(trim($this->getComparison()));
        $operator = preg_match('/^[A-Z ]+$/', $comparison) ? ' ' . $comparison . ' ' : $comparison;
        if ($operator === '=') {
            $operator = Criteria::IN;
        }

        return $this->field($context) . $operator . '(' . $context->subquery($this->value) . ')';
    }
}
