<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** `column operator value`. */
class BasicCriterion extends AbstractCriterion
{
    /** Column and operator, if the SQL depends on nothing else and the value is bound once. */
    public function plainShape(): ?string
    {
        return $this->value === null || $this->ignoreCase || $this->clauses !== []
            || (is_string($this->value) && str_starts_with($this->value, 'CURRENT_'))
            ? null
            : $this->table . '.' . $this->column . ($this->comparison ?? Criteria::EQUAL);
    }

    protected function condition(SqlContext $context): string
    {
        $field = $this->field($context);
        $comparison = $this->getComparison();
        if (
            $this->value === Criteria::CURRENT_DATE || $this->value === Criteria::CURRENT_TIME
            || $this->value === Criteria::CURRENT_TIMESTAMP
        ) {
            return $field . $comparison . $this->value;
        }
        if ($this->value !== null) {
            if ($this->ignoreCase && $context->isText($this->table, $this->column)) {
                return $context->adapter->ignoreCase($field) . $comparison
                    . $context->adapter->ignoreCase($this->bind($context, $this->value));
            }

            return $field . $comparison . $this->bind($context, $this->value);
        }

        return match ($comparison) {
            Criteria::EQUAL, Criteria::ISNULL => $field . ' IS NULL',
            Criteria::NOT_EQUAL, Criteria::ALT_NOT_EQUAL, Criteria::ISNOTNULL => $field . ' IS NOT NULL',
            default => throw new InvalidValueException(
                sprintf('Cannot compare %s with null by "%s"', $field, trim($comparison)),
            ),
        };
    }
}
