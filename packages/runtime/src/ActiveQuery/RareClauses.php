<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Util\JsonPath;

use function is_string;

/**
 * The clauses of a statement other than conditions, joins, order and limit. A criteria without this object is plain, so
 * only one property has to be checked.
 *
 * @internal
 */
final class RareClauses
{
    /** @var list<string>|string|null the argument of select() */
    public array|string|null $select = null;

    /** @var list<string> */
    public array $selectColumns = [];

    /** @var array<string, string> clause by alias */
    public array $asColumns = [];

    /** Whether withColumn() added some of them, so that they are selected in addition to the model's columns. */
    public bool $hasVirtualColumns = false;

    /** @var array<string, Criteria> queries that compute a column for each row, by alias in asColumns */
    public array $columnQueries = [];

    /** @var list<string> */
    public array $selectModifiers = [];

    /** @var list<string> */
    public array $groupByColumns = [];

    /** @var array<string, true> names in the order and groups whose model may still be joined */
    public array $pendingNames = [];

    /** @var array<string, array{string, JsonPath}> columns and JSON paths, by their name in the order */
    public array $jsonOrders = [];

    public ?AbstractCriterion $having = null;

    /** @var array<string, string> table by alias */
    public array $aliases = [];

    /** @var array<string, Criteria> sub-query by alias */
    public array $selectQueries = [];

    /** @var array<string, true> aliases of common table expressions: WITH alias AS (…) */
    public array $commonTables = [];
    public bool $ignoreCase = false;
    public ?bool $identifierQuoting = null;
    public ?string $comment = null;
    public ?Lock $lock = null;

    /** The key under which the `query_cache` behavior stores the SQL. */
    public ?string $queryKey = null;

    /**
     * Returns names that were given to a method. Throws if one of them is not a string. It is no method of Criteria, as
     * queries of applications may have their own names().
     *
     * @param array<mixed> $names
     * @return array<string>
     */
    public static function names(string $method, array $names): array
    {
        foreach ($names as $name) {
            is_string($name) || throw new InvalidArgumentException(
                sprintf('%s() takes names, not a value of type %s', $method, get_debug_type($name)),
            );
        }

        return $names;
    }

    /**
     * Returns the part of a query's shape for selected names, groups, aliases, DISTINCT and locks, and whether it has
     * HAVING, whose condition is added to the shape elsewhere. Null if other rare clauses rule out a plan.
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
            // Clauses may contain any character; serialize() stores their lengths.
            $shape = serialize([$this->select, $this->asColumns, $this->groupByColumns, $this->hasVirtualColumns]);
        } elseif ($this->select !== null) {
            // Column names contain no NUL.
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

    /** Returns whether there is only a `query_cache` key, which is not part of the statement. */
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
