<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Traversable;

/** `column IN (list)`; an empty list is a condition that is never or always true. */
class InCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        $values = $this->value instanceof Traversable ? iterator_to_array($this->value, false) : (array) $this->value;
        if ($values === []) {
            return trim($this->getComparison()) === trim(Criteria::IN) ? '1<>1' : '1=1';
        }
        $placeholders = [];
        foreach ($values as $value) {
            $placeholders[] = $this->bind($context, $value);
        }

        return $this->field($context) . $this->getComparison() . '(' . implode(',', $placeholders) . ')';
    }
}
