<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** `column operator (SELECT …)`. */
class SubqueryCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        $comparison = strtoupper(trim($this->getComparison()));
        $operator = preg_match('/^[A-Z ]+$/', $comparison) ? ' ' . $comparison . ' ' : $comparison;

        return $this->field($context) . $operator . '(' . $context->subquery($this->value) . ')';
    }
}
