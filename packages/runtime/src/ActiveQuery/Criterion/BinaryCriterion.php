<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** A condition on the bits of a SET column. */
class BinaryCriterion extends AbstractCriterion
{
    public function __construct(
        Criteria $outer,
        string $column,
        mixed $value,
        ?string $comparison = Criteria::BINARY_ALL,
    ) {
        parent::__construct($outer, $column, $value, $comparison);
    }

    public function plainShape(array &$values): ?string
    {
        if ($this::class !== self::class || !is_int($this->value)) {
            return null;
        }
        $bound = $this->comparison === Criteria::BINARY_ALL ? [$this->value, $this->value] : [$this->value];

        return $this->shapeWith('bits ', $bound, $values);
    }

    protected function condition(SqlContext $context): string
    {
        $none = $this->getComparison() === Criteria::BINARY_NONE;
        if ($this->value === null) {
            return $none ? '1=1' : '1<>1';
        }
        if (is_array($this->value)) {
            throw self::listRefused($this->field($context), $this->getComparison());
        }
        $masked = $this->field($context) . ' & ' . $this->bind($context, $this->value);

        return match ($this->getComparison()) {
            Criteria::BINARY_NONE => $masked . ' = 0',
            Criteria::BINARY_ALL => $masked . ' = ' . $this->bind($context, $this->value),
            default => $masked . ' <> 0',
        };
    }
}
