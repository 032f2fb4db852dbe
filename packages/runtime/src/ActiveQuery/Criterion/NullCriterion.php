<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** `column IS NULL` and `column IS NOT NULL`, whatever the value. */
class NullCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        return $this->field($context) . $this->getComparison();
    }
}
