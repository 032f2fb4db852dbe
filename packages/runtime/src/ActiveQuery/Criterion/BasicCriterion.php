<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

use function is_array;
use function is_string;

/** `column operator value`. */
class BasicCriterion extends AbstractCriterion
{
    /** Operators that compare with one value. */
    public const OPERATORS = [
        Criteria::EQUAL => true, Criteria::NOT_EQUAL => true, Criteria::ALT_NOT_EQUAL => true,
        Criteria::GREATER_THAN => true, Criteria::GREATER_EQUAL => true,
        Criteria::LESS_THAN => true, Criteria::LESS_EQUAL => true,
    ];

    /** Values that are written into the SQL unchanged. */
    public const KEYWORDS = [
        Criteria::CURRENT_DATE => true, Criteria::CURRENT_TIME => true, Criteria::CURRENT_TIMESTAMP => true,
    ];

    public function plainShape(array &$values): ?string
    {
        if ($this::class !== self::class) {
            return null;
        }
        $value = $this->value;
        if (is_array($value) || (is_string($value) && isset(self::KEYWORDS[$value]))) {
            return null;
        }

        $shape = "|$this->name $this->comparison ";
        if ($value !== null) {
            // Null is not bound as a value.
            $values[] = $value;
            $shape .= self::shapeOfValue($value);
        }

        return $this->clauses === [] && !$this->ignoreCase ? $shape : $this->withAttachedShapes($shape, $values);
    }

    protected function condition(SqlContext $context): string
    {
        $field = $this->field($context);
        $comparison = $this->getComparison();
        if (is_string($this->value) && isset(self::KEYWORDS[$this->value])) {
            return $field . $comparison . $this->value;
        }
        if (is_array($this->value)) {
            throw self::listRefused($field, $comparison);
        }
        if ($this->value !== null) {
            // setIgnoreCase() on this condition applies to any column; the query's setting applies only to text
            // columns.
            $ignoresCase = $this->ignoreCase
                ?? $this->ignoresCase($context) && $context->isText($this->getTable(), $this->getColumn());
            if ($ignoresCase) {
                return $context->adapter->ignoreCase($field) . $comparison
                    . $context->adapter->ignoreCase($this->bind($context, $this->value));
            }

            return $field . $comparison
                . $this->bindCompared($context, $this->value, $comparison === Criteria::EQUAL);
        }

        return match ($comparison) {
            Criteria::EQUAL, Criteria::ISNULL => $field . Criteria::ISNULL,
            Criteria::NOT_EQUAL, Criteria::ALT_NOT_EQUAL, Criteria::ISNOTNULL => $field . Criteria::ISNOTNULL,
            default => throw new InvalidValueException(
                sprintf('Cannot compare %s with null by "%s"', $field, trim($comparison)),
            ),
        };
    }
}
