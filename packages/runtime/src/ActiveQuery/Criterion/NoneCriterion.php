<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** `NOT (column operator value)`. */
class NoneCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        return 'NOT (' . $this->field($context) . $this->getComparison() . $this->bind($context, $this->value) . ')';
    }
}
