<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\JsonPath;
use PDO;

/** Tests whether a JSON document contains all members and elements of another one, at the same paths. */
class JsonContainsCriterion extends AbstractCriterion
{
    public function __construct(Criteria $outer, string $column, mixed $value)
    {
        // Objects are converted to their JSON form, and values without one are rejected.
        parent::__construct(
            $outer,
            $column,
            json_decode((string) ColumnValue::jsonText($value, $column), true),
            Criteria::CONTAINS_ALL,
        );
    }

    protected function condition(SqlContext $context): string
    {
        $field = $this->field($context);

        return '(' . implode(' AND ', $this->at($context, $field, new JsonPath([]), $this->value)) . ')';
    }

    /** @return non-empty-list<string> */
    private function at(SqlContext $context, string $field, JsonPath $path, mixed $value): array
    {
        $json = $context->adapter->jsonAt($field, $path);
        if ($value === []) {
            return [$json->isThere()];
        }
        $bind = static fn (string $text): string => $context->bind(null, null, $text, PDO::PARAM_STR);
        $whole = $context->adapter->jsonContains($field, $path, $value, $bind);
        if ($whole !== null) {
            return [$whole];
        }
        if (!is_array($value)) {
            return [$value === null ? $json->is('null') : JsonPathCriterion::equal($context, $json, $value)];
        }
        $conditions = [];
        foreach ($value as $name => $one) {
            array_push($conditions, ...$this->at($context, $field, $path->with((string) $name), $one));
        }

        return $conditions;
    }
}
