<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** `column IS NULL` and `column IS NOT NULL`, regardless of the value. */
class NullCriterion extends AbstractCriterion
{
    public function plainShape(array &$values): ?string
    {
        return $this::class === self::class ? $this->shapeWith('null ', [], $values) : null;
    }

    protected function condition(SqlContext $context): string
    {
        return $this->field($context) . $this->getComparison();
    }
}
