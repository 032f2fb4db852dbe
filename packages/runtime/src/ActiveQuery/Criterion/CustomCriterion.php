<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** SQL that the caller wrote. */
class CustomCriterion extends AbstractCriterion
{
    /** @param string $column what it is about, if it is about a column */
    public function __construct(Criteria $outer, mixed $value, string $column = '')
    {
        parent::__construct($outer, $column, $value, Criteria::CUSTOM);
    }

    public function plainShape(array &$values): ?string
    {
        return $this::class === self::class && is_string($this->value)
            ? $this->withAttachedShapes("|sql $this->name " . strlen($this->value) . " $this->value", $values)
            : null;
    }

    protected function condition(SqlContext $context): string
    {
        $context->whole()->hasExpressions = true;

        return self::inParentheses((string) $this->value);
    }
}
