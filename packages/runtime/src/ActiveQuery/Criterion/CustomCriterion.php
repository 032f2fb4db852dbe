<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** SQL written by the caller. */
class CustomCriterion extends AbstractCriterion
{
    /** @param string $column the column that the SQL concerns, if any */
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
