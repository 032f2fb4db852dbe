<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\Util\JsonPath;

use function is_string;

/**
 * What only some statements have besides conditions, joins, an order and a limit. A criteria without it is plain, so
 * that only one property has to be checked.
 *
 * @internal
 */
final class RareClauses
{
    /** @var list<string>|string|null what select() asked for */
    public array|string|null $select = null;

    /** @var list<string> */
    public array $selectColumns = [];

    /** @var array<string, string> clause by alias */
    public array $asColumns = [];

    /** Whether some of them go beside the columns of the model: withColumn() made them. */
    public bool $hasVirtualColumns = false;

    /** @var array<string, Criteria> query that gives the value of a column for each row, by the alias in asColumns */
    public array $columnQueries = [];

    /** @var list<string> */
    public array $selectModifiers = [];

    /** @var list<string> */
    public array $groupByColumns = [];

    /** @var array<string, true> names in the order and the groups whose model may be joined later */
    public array $pendingNames = [];

    /** @var array<string, array{string, JsonPath}> columns and places in them, by what stands for them in the order */
    public array $jsonOrders = [];

    public ?AbstractCriterion $having = null;

    /** @var array<string, string> table by alias */
    public array $aliases = [];

    /** @var array<string, Criteria> sub-query by alias */
    public array $selectQueries = [];

    /** @var array<string, true> aliases of those that stand before the statement: WITH alias AS (…) */
    public array $commonTables = [];
    public bool $ignoreCase = false;
    public ?bool $identifierQuoting = null;
    public ?string $comment = null;
    public ?Lock $lock = null;

    /** Under which `query_cache` keeps the SQL. */
    public ?string $queryKey = null;

    /**
     * The part of selected names, groups, aliases, DISTINCT and locks in the shape of a query, and whether it has a
     * HAVING, which is a condition there; null: with what else there is, it has no plan.
     */
    public function shape(): ?string
    {
        if (
            $this->selectColumns !== [] || $this->columnQueries !== [] || $this->pendingNames !== []
            || $this->jsonOrders !== [] || $this->selectQueries !== []
            || $this->ignoreCase || $this->identifierQuoting !== null
            || $this->comment !== null || $this->queryKey !== null
        ) {
            return null;
        }
        $shape = '';
        if ($this->asColumns !== [] || $this->groupByColumns !== []) {
            // Clauses may contain anything: what is serialized has lengths.
            $shape = serialize([$this->select, $this->asColumns, $this->groupByColumns, $this->hasVirtualColumns]);
        } elseif ($this->select !== null) {
            // No column has a NUL in its name.
            $shape = is_string($this->select) ? "\0$this->select\0" : "[\0" . implode("\0", $this->select) . "\0]";
        }
        foreach ($this->aliases as $alias => $table) {
            $shape .= "$alias=$table,";
        }
        if ($this->lock !== null) {
            $shape .= serialize($this->lock);
        }
        if ($this->having !== null) {
            $shape .= 'having,';
        }

        return $shape . implode(',', $this->selectModifiers) . '!';
    }

    /** Whether there is nothing but the key of `query_cache`, which is no part of the statement. */
    public function haveOnlyKey(): bool
    {
        $rest = clone $this;
        $rest->queryKey = null;

        return $rest == new self();
    }

    public function __clone()
    {
        if ($this->having !== null) {
            $this->having = clone $this->having;
        }
    }
}
