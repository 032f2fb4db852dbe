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
 * The SQL that was written, and what it is made of, for queries and objects that want the same again.
 *
 * @internal
 */
final class Plans
{
    /** What keep() allows an array to have. */
    private const MOST_ENTRIES = 500;
    private const MOST_BYTES = 150_000;
    private const LONGEST = 10_000;

    /** The last revision of all containers: no two of them ever have the same. */
    private static int $lastRevision = 0;

    /** Changes whenever a datasource gets another adapter: what was made for the old one is not used any more. */
    public int $revision;

    /** Whether the container reports that; otherwise the adapter has to be compared each time. */
    public bool $reportsAdapterChanges = true;

    /**
     * By what they select, datasource, model and shape. Those of datasources whose adapters may change without a word
     * have a question mark before the first, so that only SelectPlan::newPlan() finds them.
     *
     * @var array<string, array<string, array<string, array<string, SelectPlan|false>>>> false: a shape without a plan
     */
    public array $select = [];

    /** @var array<string, array<string, array<string, WritePlan|false>>> by datasource, model and shape */
    public array $writes = [];

    /** @var array<class-string, array<class-string, array<string, InsertPlan>>> by adapter, table map and columns */
    public array $insert = [];

    /** @var array<class-string, array<class-string, array<string, UpdatePlan>>> by adapter, table map and columns */
    public array $update = [];

    /** @var array<string, array<class-string<TableMap>, Statement>> by datasource: those that find a row by a number */
    public array $keyStatements = [];

    /** @var array<string, array<class-string<TableMap>, Statement>> the same for other keys of numbers and texts */
    public array $storedKeyStatements = [];

    /** @var array<string, array<class-string<TableMap>, Statement>> the same where texts are bound as they are */
    public array $textKeyStatements = [];

    /** @var array<string, object> the statements of behaviors, by their texts */
    public array $behaviorStatements = [];

    /** @var array<string, class-string<ModelCriterion>> the classes of the conditions that clauses are */
    public array $clauses = [];

    /** @var array<class-string, array<string, array<string, array{string, list<string>, bool}>>> of MagicCalls */
    public array $finders = [];

    /**
     * Joins that queries share, by query class, datasource, model, type of join and relation. Each is in an array by
     * its name, which is all joins of a query that has no other.
     *
     * @var array<class-string, array<string, array<string, array<string, array<string, array<string, ModelJoin>>>>>>
     */
    public array $joins = [];

    /** @var array<string, array{RelationMap, ModelWith}> */
    public array $withs = [];

    /** @var array<array-key, array{mixed, float}> the SQL of query_cache and the end of its time, by key */
    public array $cachedSql = [];

    /** @var WeakMap<SelectPlan, array<string, string>>|null what query_cache has by plan and entry */
    public ?WeakMap $plannedSql = null;

    /** @var array<string, array{int, int}> entries and bytes of the arrays that keep() counts */
    private array $sizes = [];

    public function __construct()
    {
        $this->revision = ++self::$lastRevision;
    }

    /**
     * The rule for every array above whose keys depend on what requests ask for, such as a locale, an alias or a
     * clause: it has a number of entries and of bytes, and is emptied when it has more. To be called before an entry is
     * added.
     *
     * @param string $array the name of the property
     * @param int $bytes of the entry, about
     * @return bool whether the entry may be added: one of this length does not come again
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

    /** Forgets all that keep() counts. */
    public function forget(): void
    {
        foreach (array_keys($this->sizes) as $array) {
            $this->$array = [];
        }
        $this->sizes = [];
        $this->plannedSql = null;
    }

    /** A datasource has, or may have, another adapter now. */
    public function adapterChanged(): void
    {
        $this->clauses = [];
        $this->keyStatements = $this->storedKeyStatements = $this->textKeyStatements = [];
        $this->select = $this->writes = [];
        unset($this->sizes['select'], $this->sizes['writes']);
        $this->revision = ++self::$lastRevision;
    }
}
