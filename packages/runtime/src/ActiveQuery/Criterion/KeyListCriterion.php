<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/**
 * `(column, column) IN (list of keys)`. Databases take minutes to plan the same condition as a chain of thousands of
 * `OR`s.
 *
 * @internal
 */
final class KeyListCriterion extends AbstractCriterion
{
    /**
     * @param string $table the table's name in the query
     * @param string $realTable
     * @param non-empty-list<string> $columns key columns, without the table
     * @param non-empty-list<list<mixed>> $keys without null
     */
    public function __construct(
        Criteria $outer,
        string $table,
        #[PlanRule(PlanRule::DISABLES)]
        private string $realTable,
        #[PlanRule(PlanRule::DISABLES)]
        private array $columns,
        array $keys,
    ) {
        parent::__construct($outer, $table . '.' . $columns[0], $keys, Criteria::IN);
    }

    protected function condition(SqlContext $context): string
    {
        $table = (string) $this->getTable();
        $fields = [];
        foreach ($this->columns as $column) {
            $fields[] = $context->quoteColumn("$table.$column");
        }
        $bind = fn (int $i, mixed $value): string => $context->bindCompared($table, $this->columns[$i], $value, true);
        $condition = $this->ignoresCase($context) ? null : $context->adapter->isOneOfKeys(
            $fields,
            $this->value,
            $bind,
            fn (int $i): string => $context->typedNull($this->realTable, $this->columns[$i]),
        );

        return $condition ?? $this->chain($context, $fields, $bind);
    }

    /**
     * @param list<string> $fields
     * @param callable(int, mixed): string $bind
     */
    private function chain(SqlContext $context, array $fields, callable $bind): string
    {
        $ignoresCase = [];
        foreach ($this->columns as $column) {
            $ignoresCase[] = $this->ignoresCase($context) && $context->isText($this->getTable(), $column);
        }
        $keys = [];
        foreach ($this->value as $key) {
            $parts = [];
            foreach ($fields as $i => $field) {
                $value = $bind($i, $key[$i]);
                $parts[] = $ignoresCase[$i]
                    ? $context->adapter->ignoreCase($field) . '=' . $context->adapter->ignoreCase($value)
                    : $field . '=' . $value;
            }
            $keys[] = '(' . implode(' AND ', $parts) . ')';
        }

        return '(' . SqlContext::chain(' OR ', $keys) . ')';
    }
}
