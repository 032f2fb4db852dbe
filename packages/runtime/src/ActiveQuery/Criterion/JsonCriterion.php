<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Util\ColumnValue;

/** Tests whether a JSON column has the same contents as a value. */
class JsonCriterion extends AbstractCriterion
{
    public const OPERATORS = [
        Criteria::EQUAL => true, Criteria::NOT_EQUAL => true, Criteria::ALT_NOT_EQUAL => true,
    ];

    public function __construct(Criteria $outer, string $column, mixed $value, ?string $comparison = null)
    {
        parent::__construct($outer, $column, ColumnValue::jsonText($value, $column), $comparison);
    }

    public function plainShape(array &$values): ?string
    {
        return $this::class === self::class ? $this->shapeWith('json ', [$this->value], $values) : null;
    }

    protected function condition(SqlContext $context): string
    {
        return $context->adapter->compareJson(
            $this->field($context),
            $this->getComparison(),
            $this->bind($context, $this->value),
        );
    }
}
