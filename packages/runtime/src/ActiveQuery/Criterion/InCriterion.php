<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Traversable;

/** `column IN (list)`. An empty list makes the condition always false, or always true for NOT IN. */
class InCriterion extends AbstractCriterion
{
    /** @internal the length of the longest list in the shape of a query */
    public const LONGEST_IN_SHAPE = 100;

    public function __construct(Criteria $outer, string $column, mixed $value, ?string $comparison = Criteria::IN)
    {
        parent::__construct($outer, $column, $value, $comparison);
    }

    /** @return array<mixed> the values as a list; a single value becomes a list of one, and null an empty list */
    public static function values(mixed $value): array
    {
        return match (true) {
            is_array($value) => $value,
            $value instanceof Traversable => iterator_to_array($value, false),
            default => $value === null ? [] : [$value],
        };
    }

    public function plainShape(array &$values): ?string
    {
        // Long lists rarely have the same length again.
        return $this::class === self::class && is_array($this->value) && count($this->value) <= self::LONGEST_IN_SHAPE
            ? $this->shapeWith('in ', $this->value, $values)
            : null;
    }

    protected function condition(SqlContext $context): string
    {
        $values = self::values($this->value);
        $isEqual = trim($this->getComparison()) === trim(Criteria::IN);
        if ($values === []) {
            return $isEqual ? '1<>1' : '1=1';
        }
        $field = $this->field($context);
        $ignoresCase = $this->ignoresCase($context) && $context->isText($this->getTable(), (string) $this->getColumn());
        $placeholders = [];
        foreach ($values as $value) {
            $placeholder = $this->bindCompared($context, $value, $isEqual);
            $placeholders[] = $ignoresCase ? $context->adapter->ignoreCase($placeholder) : $placeholder;
        }

        return ($ignoresCase ? $context->adapter->ignoreCase($field) : $field) . $this->getComparison()
            . '(' . implode(',', $placeholders) . ')';
    }
}
