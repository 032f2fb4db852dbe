<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use PDO;

/**
 * Compares a virtual column, or an expression of the order, with a value.
 *
 * @internal
 */
final class ExpressionCriterion extends AbstractCriterion
{
    public function __construct(
        Criteria $outer,
        private readonly string $expression,
        mixed $value,
        private readonly string $operator,
    ) {
        parent::__construct($outer, '', $value);
    }

    protected function condition(SqlContext $context): string
    {
        $isVirtual = $context->criteria->getColumnForAs($this->expression) !== null;
        $left = '(' . ($isVirtual ? $context->virtualColumn($this->expression) : $this->expression) . ')';

        if ($this->value === null) {
            return $left . ($this->operator === Criteria::EQUAL ? ' IS NULL' : ' IS NOT NULL');
        }
        if (is_float($this->value)) {
            // PDO has no float type, and SQLite would compare a number with a string.
            return $left . $this->operator . var_export($this->value, true);
        }
        $type = match (true) {
            is_int($this->value) => PDO::PARAM_INT,
            is_bool($this->value) => PDO::PARAM_BOOL,
            default => PDO::PARAM_STR,
        };

        return $left . $this->operator . $context->bind(null, null, $this->value, $type);
    }
}
