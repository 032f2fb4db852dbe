<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** `LIKE`, `NOT LIKE`, `ILIKE` and `NOT ILIKE`. */
class LikeCriterion extends AbstractCriterion
{
    public function __construct(Criteria $outer, string $column, mixed $value, ?string $comparison = Criteria::LIKE)
    {
        parent::__construct($outer, $column, $value, $comparison);
    }

    public function plainShape(array &$values): ?string
    {
        return $this::class === self::class && is_scalar($this->value)
            ? $this->shapeWith($this->hasBackslash() ? 'like \\ ' : 'like ', [$this->value], $values)
            : null;
    }

    protected function condition(SqlContext $context): string
    {
        $field = $this->field($context);
        $comparison = $this->getComparison();
        if ($this->value === null) {
            throw new InvalidValueException(sprintf('Cannot compare %s with null by "%s"', $field, trim($comparison)));
        }
        if (is_array($this->value)) {
            throw self::listRefused($field, $comparison);
        }
        $placeholder = is_string($this->value)
            ? $context->bindText($this->getTable(), $this->getColumn(), $this->value)
            : $this->bind($context, $this->value);
        $ignoreCase = $this->ignoresCase($context);
        if (!$context->adapter->supportsIlike()) {
            $ignoreCase = $ignoreCase || $comparison === Criteria::ILIKE || $comparison === Criteria::NOT_ILIKE;
            $comparison = str_replace('ILIKE', 'LIKE', $comparison);
        } elseif ($ignoreCase) {
            $ignoreCase = false;
            $comparison = str_replace([' LIKE', ' NOT LIKE'], [' ILIKE', ' NOT ILIKE'], $comparison);
        }
        $escape = $this->hasBackslash() ? $context->adapter->likeEscape() : '';
        if (!$ignoreCase) {
            return $field . $comparison . $placeholder . $escape;
        }

        return $context->adapter->ignoreCase($field) . $comparison
            . $context->adapter->ignoreCase($placeholder) . $escape;
    }

    private function hasBackslash(): bool
    {
        return is_string($this->value) && str_contains($this->value, '\\');
    }
}
