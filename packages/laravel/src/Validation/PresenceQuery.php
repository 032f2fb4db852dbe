<?php

declare(strict_types=1);

namespace Orm\Laravel\Validation;

use LogicException;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Util\Suggestion;

/**
 * A query with the conditions that Laravel's rules `exists` and `unique` add. Other methods are forwarded to the
 * model's query.
 *
 * @mixin ModelCriteria
 */
final class PresenceQuery
{
    private const OPERATORS = [
        '=' => Criteria::EQUAL,
        '!=' => Criteria::NOT_EQUAL,
        '<>' => Criteria::NOT_EQUAL,
        '<' => Criteria::LESS_THAN,
        '<=' => Criteria::LESS_EQUAL,
        '>' => Criteria::GREATER_THAN,
        '>=' => Criteria::GREATER_EQUAL,
        'like' => Criteria::LIKE,
    ];

    public function __construct(private readonly ModelCriteria $query)
    {
    }

    /** Adds a condition that a rule contains as a string: a value, `NULL`, `NOT_NULL` or `!value`. */
    public function condition(string $column, string $value): void
    {
        match (true) {
            $value === 'NULL' => $this->whereNull($column),
            $value === 'NOT_NULL' => $this->whereNotNull($column),
            str_starts_with($value, '!') => $this->where($column, '!=', substr($value, 1)),
            default => $this->where($column, $value),
        };
    }

    /** Excludes the row with a key; the key column is `id` unless the rule names another one. */
    public function exclude(string $key, ?string $column): void
    {
        $table = $this->query->getTableMap();
        $keys = array_values($table->getPrimaryKeys());
        // Rules use "id" even if the key of the table has another name.
        $isKey = in_array($column, [null, '', 'id'], true) && !$table->hasColumn('id') && count($keys) === 1;
        $this->where($isKey ? $keys[0]->getName() : ($column ?: 'id'), '!=', $key);
    }

    public function where(string $column, mixed $operator, mixed $value = null): self
    {
        if (func_num_args() === 2) {
            [$operator, $value] = ['=', $operator];
        }

        if (!isset(self::OPERATORS[$operator])) {
            throw new LogicException(sprintf('where() has no operator "%s"', $operator));
        }
        if ($value === null) {
            return $operator === '=' ? $this->whereNull($column) : $this->whereNotNull($column);
        }

        return $this->add($column, $value, self::OPERATORS[$operator]);
    }

    public function whereNot(string $column, mixed $value): self
    {
        return $this->where($column, '!=', $value);
    }

    public function whereNull(string $column): self
    {
        return $this->add($column, null, Criteria::ISNULL);
    }

    public function whereNotNull(string $column): self
    {
        return $this->add($column, null, Criteria::ISNOTNULL);
    }

    /** @param array<mixed> $values */
    public function whereIn(string $column, array $values): self
    {
        return $this->add($column, array_values($values), Criteria::IN);
    }

    /** @param array<mixed> $values */
    public function whereNotIn(string $column, array $values): self
    {
        return $this->add($column, array_values($values), Criteria::NOT_IN);
    }

    public function count(): int
    {
        return $this->query->count();
    }

    /** @param array<mixed> $arguments */
    public function __call(string $method, array $arguments): mixed
    {
        $result = $this->query->$method(...$arguments);

        return $result === $this->query ? $this : $result;
    }

    private function add(string $column, mixed $value, string $operator): self
    {
        $table = $this->query->getTableMap();
        $found = $table->findColumnByName($column) ?? throw new LogicException(sprintf(
            'Table "%s" has no column "%s"%s',
            $table->getName(),
            $column,
            Suggestion::text($column, array_map(static fn ($one): string => $one->getName(), $table->getColumns())),
        ));
        $this->query->filterBy($found->getPhpName(), $value, $operator);

        return $this;
    }
}
