<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveQuery\Criterion\ModelCriterion;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\ActiveQuery\SqlBuilder\WritePlan;
use Orm\Runtime\ActiveRecord\InsertPlan;
use Orm\Runtime\ActiveRecord\UpdatePlan;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use WeakMap;

/**
 * Caches generated SQL and its parts for queries and objects that need the same SQL again.
 *
 * @internal
 */
final class Plans
{
    /** The maximum number of entries that keep() allows in an array. */
    private const MOST_ENTRIES = 500;
    private const MOST_BYTES = 150_000;
    private const LONGEST = 10_000;

    /** The last revision of all containers, so that no two of them ever have the same. */
    private static int $lastRevision = 0;

    /** Changes whenever a connection gets another adapter, which invalidates what was built for the old one. */
    public int $revision;

    /** Whether the container reports changed adapters; otherwise the adapter must be compared each time. */
    public bool $reportsAdapterChanges = true;

    /**
     * By selected columns, connection, model and shape. If the adapter of a connection may change without notice, the
     * first key starts with a question mark, so that only SelectPlan::newPlan() finds the plan.
     *
     * @var array<string, array<string, array<string, array<string, SelectPlan|false>>>> false: a shape without a plan
     */
    public array $select = [];

    /** @var array<string, array<string, array<string, WritePlan|false>>> by connection, model and shape */
    public array $writes = [];

    /** @var array<class-string, array<class-string, array<string, InsertPlan>>> by adapter, table map and columns */
    public array $insert = [];

    /** @var array<class-string, array<class-string, array<string, UpdatePlan>>> by adapter, table map and columns */
    public array $update = [];

    /**
     * @var array<string, array<class-string<TableMap>, Statement>> by connection: the statements that find a row by a
     *     numeric key
     */
    public array $keyStatements = [];

    /** @var array<string, array<class-string<TableMap>, Statement>> the same for other keys of numbers and strings */
    public array $storedKeyStatements = [];

    /** @var array<string, array<class-string<TableMap>, Statement>> the same if strings are bound unchanged */
    public array $textKeyStatements = [];

    /** @var array<string, object> the statements of behaviors, by their SQL */
    public array $behaviorStatements = [];

    /** @var array<string, class-string<ModelCriterion>> the condition classes of clauses */
    public array $clauses = [];

    /**
     * @var array<class-string, array<string, array<string, array{string, list<string>, bool}>>> the cache of MagicCalls
     */
    public array $finders = [];

    /**
     * Joins that queries share, by query class, connection, model, join type and relation. Each join is in an array
     * with its name as the key, which is the complete list of joins for a query with only this join.
     *
     * @var array<class-string, array<string, array<string, array<string, array<string, array<string, ModelJoin>>>>>>
     */
    public array $joins = [];

    /** @var array<string, array{RelationMap, ModelWith}> */
    public array $withs = [];

    /** @var array<array-key, array{mixed, float}> the SQL of query_cache and its expiry time, by key */
    public array $cachedSql = [];

    /** @var WeakMap<SelectPlan, array<string, string>>|null the entries of query_cache, by plan and entry name */
    public ?WeakMap $plannedSql = null;

    /** @var array<string, array{int, int}> the number of entries and bytes of the arrays that keep() limits */
    private array $sizes = [];

    public function __construct()
    {
        $this->revision = ++self::$lastRevision;
    }

    /**
     * Limits every array above whose keys depend on requests, such as a locale, an alias or a clause: an array with too
     * many entries or bytes is emptied. Call this before adding an entry.
     *
     * @param string $array the name of the property
     * @param int $bytes the approximate size of the entry
     * @return bool whether the entry may be added; entries that are too long are unlikely to be used again
     */
    public function keep(string $array, int $bytes): bool
    {
        if ($bytes > self::LONGEST) {
            return false;
        }
        [$entries, $total] = $this->sizes[$array] ?? [0, 0];
        if ($entries >= self::MOST_ENTRIES || $total + $bytes > self::MOST_BYTES) {
            $this->$array = [];
            [$entries, $total] = [0, 0];
        }
        $this->sizes[$array] = [$entries + 1, $total + $bytes];

        return true;
    }

    /** Clears all arrays that keep() limits. */
    public function forget(): void
    {
        foreach (array_keys($this->sizes) as $array) {
            $this->$array = [];
        }
        $this->sizes = [];
        $this->plannedSql = null;
    }

    /** Invalidates the plans, because a connection has, or may have, another adapter. */
    public function adapterChanged(): void
    {
        $this->clauses = [];
        $this->keyStatements = $this->storedKeyStatements = $this->textKeyStatements = [];
        $this->select = $this->writes = [];
        unset($this->sizes['select'], $this->sizes['writes']);
        $this->revision = ++self::$lastRevision;
    }
}
