<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Adapter\JsonSql;
use Orm\Runtime\Util\JsonPath;
use PDO;

/**
 * Compares the value at a path in a JSON document. Values of different types are never equal. A missing path and JSON
 * null both count as no value.
 */
class JsonPathCriterion extends AbstractCriterion
{
    private const ORDERS = [
        Criteria::LESS_THAN => true, Criteria::LESS_EQUAL => true,
        Criteria::GREATER_THAN => true, Criteria::GREATER_EQUAL => true,
    ];

    private const NEGATIONS = [
        Criteria::NOT_EQUAL => true, Criteria::ALT_NOT_EQUAL => true, Criteria::NOT_IN => true,
    ];

    public function __construct(
        Criteria $outer,
        string $column,
        #[PlanRule(PlanRule::DISABLES)]
        private readonly JsonPath $path,
        mixed $value,
        ?string $comparison = null,
    ) {
        $comparison ??= is_array($value) ? Criteria::IN : Criteria::EQUAL;
        parent::__construct($outer, $column, $value, $comparison);
        $isList = $comparison === Criteria::IN || $comparison === Criteria::NOT_IN;
        foreach ($isList && is_array($value) ? $value : [$value] as $one) {
            $this->check($one, $comparison);
        }
    }

    private function check(mixed $value, string $comparison): void
    {
        $isNull = $comparison === Criteria::ISNULL || $comparison === Criteria::ISNOTNULL;
        $isEquality = in_array($comparison, [Criteria::EQUAL, Criteria::IN], true)
            || isset(self::NEGATIONS[$comparison]);
        $isOrder = isset(self::ORDERS[$comparison]);
        if (!$isNull && !$isEquality && !$isOrder) {
            throw new InvalidValueException(sprintf('Cannot compare a JSON path by "%s"', trim($comparison)));
        }
        $isScalar = is_scalar($value) && !(is_float($value) && !is_finite($value));
        if ($isOrder ? !$isScalar || is_bool($value) : !$isScalar && $value !== null) {
            throw new InvalidValueException(sprintf(
                'Cannot compare %s at %s by "%s" with %s',
                $this->name,
                $this->path->text(),
                trim($comparison),
                is_bool($value) ? 'a boolean' : get_debug_type($value),
            ));
        }
    }

    /** Returns the JSON column in the SQL. Its model may have been joined after the condition was created. */
    private function jsonField(SqlContext $context): string
    {
        $column = $context->resolver()->column($this->name);

        return $column === null
            ? $this->field($context)
            : $context->named(Resolver::requireJson($column));
    }

    protected function condition(SqlContext $context): string
    {
        $json = $context->adapter->jsonAt($this->jsonField($context), $this->path);
        $comparison = $this->getComparison();
        if ($comparison === Criteria::ISNULL || $comparison === Criteria::ISNOTNULL) {
            return $comparison === Criteria::ISNULL ? $json->isMissing() : $json->isThere();
        }
        if (isset(self::ORDERS[$comparison])) {
            return '(' . self::compared($context, $json, $this->value, $comparison) . ')';
        }
        $isNot = isset(self::NEGATIONS[$comparison]);
        $isList = $comparison === Criteria::IN || $comparison === Criteria::NOT_IN;
        $values = $isList ? (array) $this->value : [$this->value];
        if ($values === []) {
            return $isNot ? '1=1' : '1<>1';
        }
        $conditions = [];
        $hasNull = false;
        foreach ($values as $value) {
            $hasNull = $hasNull || $value === null;
            if ($value !== null) {
                $conditions[] = self::equal($context, $json, $value);
            }
        }
        if ($isNot) {
            $none = $conditions === [] ? '' : ' AND NOT (' . implode(' OR ', $conditions) . ')';

            return '(' . $json->isThere() . $none . ')';
        }
        if ($hasNull) {
            $conditions[] = $json->isMissing();
        }

        return '(' . implode(' OR ', $conditions) . ')';
    }

    /** @internal returns the condition that a JSON value equals a PHP value and has its type */
    public static function equal(SqlContext $context, JsonSql $json, bool|float|int|string $value): string
    {
        return is_bool($value)
            ? $json->is('boolean') . ' AND ' . ($value ? $json->true : 'NOT (' . $json->true . ')')
            : self::compared($context, $json, $value, Criteria::EQUAL);
    }

    private static function compared(
        SqlContext $context,
        JsonSql $json,
        float|int|string $value,
        string $operator,
    ): string {
        if (is_string($value)) {
            $bound = $context->adapter->jsonText($context->bind(null, null, $value, PDO::PARAM_STR));

            return $json->is('string') . ' AND ' . ($operator === Criteria::EQUAL ? $json->text : $json->sorted)
                . $operator . $bound;
        }
        // For a float, json_encode() returns the shortest string that represents the same float.
        $text = is_int($value) ? (string) $value : (string) json_encode($value);
        $bound = $context->adapter->jsonNumber($context->bind(null, null, $text, PDO::PARAM_STR), is_int($value));

        return $json->is('number') . ' AND ' . $json->number . $operator . $bound;
    }
}
