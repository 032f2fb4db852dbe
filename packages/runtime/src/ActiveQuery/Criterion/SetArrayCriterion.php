<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** A condition on the elements of a SET column that is stored as an array. */
class SetArrayCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        $field = $this->field($context);
        $values = $this->bind($context, $this->value);

        return match ($this->getComparison()) {
            Criteria::BINARY_ALL => $field . ' @> ' . $values,
            Criteria::BINARY_NONE => 'NOT (' . $field . ' && ' . $values . ')',
            default => $field . ' && ' . $values,
        };
    }
}
