<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveQuery\Criterion\ModelCriterion;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\ActiveRecord\Hooks;
use Orm\Runtime\ActiveRecord\InsertPlan;
use Orm\Runtime\ActiveRecord\UpdatePlan;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use WeakMap;

/**
 * What the library remembers in a process: it belongs to the service container, and another container has its own.
 * Hot paths read `Orm::$state` without a call; code that changes it calls Orm::state().
 *
 * What generated classes know of themselves stays with them, as static properties: their pools of objects, which are
 * counted here and which InstancePools empties, the names of their fields, their last INSERT.
 *
 * @internal
 */
final class RuntimeState
{
    /** With fewer pooled objects InstancePools does not sweep. */
    public const LEAST_POOL_LIMIT = 2000;

    /** What keep() allows an array to have. */
    private const MOST_ENTRIES = 500;
    private const MOST_BYTES = 150_000;
    private const LONGEST = 10_000;

    /** The switch of all shortcuts of the process. A shortcut must not be told from the long way: tests run both. */
    public static bool $hasShortcuts = true;

    /** Whether objects are put into pools and taken from them. */
    public static bool $poolsEnabled = true;

    /** @var array<class-string<TableMap>, true> those that ever had objects in their pools */
    public static array $pools = [];

    /** Objects that were pooled since InstancePools has swept the last time, plus those that were left then. */
    public static int $pooled = 0;

    /** How many pooled objects make InstancePools sweep. */
    public static int $poolLimit = self::LEAST_POOL_LIMIT;

    /** The last revision that any state had: no two of them ever have the same. */
    private static int $lastRevision = 0;

    /**
     * Open connections of datasources that have one for everything: where queries and objects look first, because the
     * way through the service container is long. Where replicas are read, or the application has a container or a
     * manager of its own, they are asked each time.
     *
     * @var array<string, ConnectionWrapper>
     */
    public array $openConnections = [];

    /** @var WeakMap<ConnectionInterface, true> those that datasources have had since the last Orm::reset() */
    public WeakMap $leftConnections;

    /**
     * By what they select, datasource, model and shape. Those of datasources whose adapters may change without a word
     * have a question mark before the first, so that only SelectPlan::newPlan() finds them.
     *
     * @var array<string, array<string, array<string, array<string, SelectPlan>>>>
     */
    public array $plans = [];

    /** Changes whenever a datasource gets another adapter: what was made for the old one is not used any more. */
    public int $revision;

    /** Whether the container reports that; otherwise the adapter has to be compared each time. */
    public bool $reportsAdapterChanges = true;

    /** @var array<string, array<class-string<TableMap>, Statement>> by datasource: those that find a row by a number */
    public array $keyStatements = [];

    /** @var array<string, array<class-string<TableMap>, Statement>> the same for other keys of numbers and texts */
    public array $storedKeyStatements = [];

    /** @var array<class-string<TableMap>, TableMap> those that datasources have */
    public array $tableMaps = [];

    /** @var array<string, class-string<ModelCriterion>> the classes of the conditions that clauses are */
    public array $clauses = [];

    /**
     * Joins that queries share, by query class, datasource, model, type of join and relation. Each is in an array by
     * its name, which is all joins of a query that has no other.
     *
     * @var array<class-string, array<string, array<string, array<string, array<string, array<string, ModelJoin>>>>>>
     */
    public array $joins = [];

    /** @var array<string, array{RelationMap, ModelWith}> */
    public array $withs = [];

    /** @var array<class-string, array<class-string, array<string, InsertPlan>>> by adapter, table map and columns */
    public array $insertPlans = [];

    /** @var array<class-string, array<class-string, array<string, UpdatePlan>>> by adapter, table map and columns */
    public array $updatePlans = [];

    /** @var array<class-string, array<string, mixed>> what behaviors know of tables, by class and table map */
    public array $tables = [];

    /** @var array<class-string, bool> what SelectPlan says of query classes */
    public array $preSelect = [];

    /** @var array<class-string, bool> */
    public array $ownConditions = [];

    /** @var array<class-string, bool> */
    public array $ownSelect = [];

    /** @var array<class-string, bool> */
    public array $ownNames = [];

    /** @var array<class-string, Hooks> of model classes */
    public array $hooks = [];

    /** @var array<string, object> the statements of behaviors, by their texts */
    public array $behaviorStatements = [];

    /** @var array<array-key, array{mixed, float}> the SQL of query_cache and the end of its time, by key */
    public array $cachedSql = [];

    /** @var WeakMap<SelectPlan, array<string, string>>|null what query_cache has by plan and entry */
    public ?WeakMap $plannedSql = null;

    /** @var array<string, array{int, int}> entries and bytes of the arrays that keep() counts */
    private array $sizes = [];

    /** How many results were read row by row: cursors need different names. */
    public int $cursors = 0;

    public function __construct()
    {
        $this->revision = ++self::$lastRevision;
        $this->leftConnections = new WeakMap();
    }

    public function readConnection(string $name): ConnectionWrapper
    {
        return $this->openConnections[$name]
            ?? $this->keepConnection($name, Orm::getServiceContainer()->getReadConnection($name));
    }

    public function writeConnection(string $name): ConnectionWrapper
    {
        return $this->openConnections[$name]
            ?? $this->keepConnection($name, Orm::getServiceContainer()->getWriteConnection($name));
    }

    /**
     * To be called when connections are no longer those of a datasource: the next ones may lead to another database.
     * Code of the application may still hold them, and use them in the next request.
     *
     * @param list<ConnectionInterface> $connections
     */
    public function leaveConnections(array $connections): void
    {
        if ($connections !== []) {
            self::clearPools();
        }
        $this->openConnections = [];
        foreach ($connections as $connection) {
            $this->leftConnections[$connection] = true;
        }
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

    /** A datasource has other tables now. */
    public function tablesChanged(): void
    {
        $this->joins = [];
        $this->clauses = [];
        $this->tableMaps = [];
    }

    /** A datasource has, or may have, another adapter now. */
    public function adapterChanged(): void
    {
        $this->clauses = [];
        $this->keyStatements = $this->storedKeyStatements = [];
        $this->plans = [];
        unset($this->sizes['plans']);
        $this->revision = ++self::$lastRevision;
    }

    /** The state becomes that of the container which the library uses from now on. */
    public function enter(bool $reportsAdapterChanges): void
    {
        $this->adapterChanged();
        $this->tablesChanged();
        $this->openConnections = [];
        $this->reportsAdapterChanges = $reportsAdapterChanges;
        self::clearPools();
    }

    private static function clearPools(): void
    {
        if (self::$pools !== []) {
            InstancePools::clear();
        }
    }

    private function keepConnection(string $name, ConnectionInterface $con): ConnectionWrapper
    {
        $con = ConnectionWrapper::wrap($con);
        $container = Orm::getServiceContainer();
        if (
            self::$hasShortcuts && $container::class === StandardServiceContainer::class
            && $container->getConnectionManager($name)::class === ConnectionManagerSingle::class
        ) {
            $this->openConnections[$name] = $con;
        }

        return $con;
    }
}
