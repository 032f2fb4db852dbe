<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** Whether an array column, stored as `| a | b |`, has an element. */
class ElementCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        $element = (string) $this->value;
        $escaped = str_replace(['!', '%', '_'], ['!!', '!%', '!_'], $element);
        $sql = $this->field($context) . $this->getComparison() . $this->bind($context, '%| ' . $escaped . ' |%');

        return $escaped === $element ? $sql : $sql . " ESCAPE '!'";
    }
}
