<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Closure;
use Orm\Runtime\ActiveQuery\BaseModelCriteria;
use Orm\Runtime\ActiveQuery\ClauseReader;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\KeyConditions;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\ActiveQuery\QueryExecutor\WrittenValues;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Formatter\ArrayFormatter;
use Orm\Runtime\Formatter\ArrayHydration;
use Orm\Runtime\Formatter\Hydration;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Formatter\SimpleArrayFormatter;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use ReflectionMethod;

use function count;
use function in_array;
use function is_array;
use function is_int;
use function is_numeric;
use function is_scalar;
use function is_string;

/**
 * Describes how to run all queries of a shape: their SQL, how values are bound and how rows become objects.
 *
 * This class also decides whether a query is plain, so that it runs with the plan of its shape. The shape is everything
 * in a query except its values. Two queries with the same shape have the same SQL.
 *
 * Each property of a query declares with #[PlanRule] whether it is part of the shape, disables the plan, or has no
 * effect on the statement. Properties in the shape are arguments of shape(). Properties that disable the plan are in
 * RareClauses or are checked here.
 *
 * @internal
 */
final class SelectPlan
{
    /** What a plan selects: all objects, the first object, the only object, the number of rows, or the constant 1. */
    public const ROWS = 'rows';
    public const FIRST = 'first';
    public const OBJECT = 'object';
    public const COUNT = 'count';
    public const EXISTS = 'exists';

    /** The range of four-byte integers. Defined here so that most queries need not load ComparedNumber. */
    public const MOST_INT32 = 2_147_483_647;
    public const LEAST_INT32 = -2_147_483_648;

    private const FEW_ROWS = 100;

    /**
     * The highest number of values in a shape. Queries with more values rarely have the same shape again, and
     * StatementRunner handles them better.
     */
    private const MOST_VALUES = 250;

    /** The library's own query classes: methods declared in them count as not overridden. */
    private const OWN_CLASSES = [Criteria::class, BaseModelCriteria::class, ModelCriteria::class];

    /** For each shortcut of the library, the methods that a query class must not override. */
    private const SHORTCUTS = [
        'preSelect' => ['preSelect', 'basePreSelect'],
        'rows' => ['hideDeleted', 'restrictToClass'],
        'conditions' => ['getNewCriterion'],
        'keys' => ['filterByPrimaryKey', 'addUsingAlias', 'addUsingOperator', 'getNewCriterion'],
        'select' => ['doSelect', 'doCount'],
        'writes' => [
            'preUpdate', 'postUpdate', 'preDelete', 'postDelete', 'basePreUpdate', 'basePostUpdate', 'basePreDelete',
            'basePostDelete', 'emulatedReferrers', 'transactionOptions', 'deleteWithHooks', 'doUpdate', 'doDelete',
        ],
        'deleteByKey' => ['create', 'delete', 'getAdapter', 'getTableMap'],
        'joins' => ['join', 'with', 'addJoinObject'],
        'columns' => [
            'getSelect', 'configureSelectColumns', 'getAsColumns', 'getGroupByColumns', 'getColumnsToSelect',
            'replaceNames', 'doReplaceNameInExpression', 'quoteIdentifier',
        ],
        'part' => [
            'asPart', 'hideDeleted', 'restrictToClass', 'completeSelectSql', 'getSelect', 'configureSelectColumns',
            'getAsColumns', 'getGroupByColumns', 'getColumnsToSelect', 'hasSelectClause', 'replaceNames',
            'doReplaceNameInExpression', 'quoteIdentifier',
        ],
        'names' => ['replaceNames', 'doReplaceNameInExpression', 'quoteIdentifier', 'convertValueForColumn'],
    ];

    /** @var array<class-string, bool> the results of suits() by adapter class */
    private static array $bindsItself = [];

    /**
     * The results of isOverridden() by shortcut and query class. Hot paths read this first, to save a call.
     *
     * @internal read-only
     * @var array<string, array<class-string, bool>>
     */
    public static array $overridden = [];

    /** @var list<array{table: string, column: string, value: mixed}> parameters without values */
    private readonly array $params;

    /** @var array<int, array{ColumnMap, int|null}> the values to convert with ClauseReader::stored() */
    private readonly array $converted;

    public readonly AdapterInterface $adapter;
    public readonly Statement $statement;

    /** Turns rows into objects; null: the table map alone does it. */
    private readonly ?Hydration $hydration;

    /** @var list<string>|null the names of select(); null: rows are objects */
    private readonly ?array $names;

    /** @var array<string, ModelWith> */
    private readonly array $withs;

    /** @var array<string, string> */
    private readonly array $asColumns;

    /** Whether each row becomes exactly one object. */
    private readonly bool $isObjectARow;

    /** Whether all rows are fetched together because there are few. Without a limit, the previous run decides. */
    private bool $isSmall;

    /** @var Closure(): AbstractFormatter */
    private readonly Closure $formatter;
    public readonly string $dbName;
    public readonly string $modelName;
    private readonly ?string $collectionClass;

    /**
     * @param ModelCriteria<ActiveRecordInterface> $query a query of this shape
     * @param class-string<TableMap> $tableMapClass the table map of that query
     * @param SqlContext $context the context that generated its SQL
     */
    public function __construct(
        string $sql,
        ModelCriteria $query,
        private readonly string $tableMapClass,
        SqlContext $context,
    ) {
        $this->adapter = $context->adapter;
        $this->converted = $context->converted;
        $this->asColumns = $asColumns = $query->getAsColumns();
        $isRead = $query->getLock() === null
            && (($asColumns === [] && !$context->hasExpressions) || StatementRunner::callsNothing($sql));
        $this->statement = self::statementOf($sql, $isRead ? Statement::READ : Statement::WRITE, $query, $context);
        // Values are removed: the next query of this shape has others, and a plan lives as long as the process.
        $this->params = array_map(static fn (array $param): array => ['value' => null] + $param, $context->params);
        $this->withs = $withs = $query->getWith();
        $isObjectARow = true;
        foreach ($withs as $with) {
            $isObjectARow = $isObjectARow && !$with->isToMany;
        }
        $this->isObjectARow = $isObjectARow;
        $this->names = $query->getSelect() === null ? null : SimpleArrayFormatter::names($asColumns);
        $this->hydration = $this->names !== null || ($withs === [] && $asColumns === [])
            ? null
            : new Hydration($tableMapClass, $withs, $asColumns);
        $this->isSmall = $query->getLimit() >= 0 && $query->getLimit() <= self::FEW_ROWS;
        $this->dbName = $query->getDbName();
        $this->modelName = $query->getModelName();
        $formatter = $this->names === null ? ObjectFormatter::class : SimpleArrayFormatter::class;
        // The closure must not reference the query, whose values would otherwise stay in memory as long as the plan.
        $this->formatter = self::formatterOf(
            $formatter,
            $this->dbName,
            $this->modelName,
            $withs,
            $asColumns,
            $query->getLimit() >= 0,
        );
        $this->collectionClass = $query->getTableMap()->getCollectionClassName();
    }

    /**
     * Creates the statement for all queries of a shape.
     *
     * @param int $kind a constant of Statement
     * @param ModelCriteria<ActiveRecordInterface> $query a query of that shape
     * @param SqlContext $context the context that generated its SQL
     */
    public static function statementOf(string $sql, int $kind, ModelCriteria $query, SqlContext $context): Statement
    {
        $adapter = $context->adapter;
        $params = $context->params;
        $types = $written = [];
        $isPlain = $isShort = true;
        $isBoundAtOnce = $adapter->bindsNamesByPosition() && !$context->hasExpressions;
        foreach ($params as $i => $param) {
            if ($param['table'] === null) {
                // The value is a LIMIT or OFFSET, or is compared with an expression and keeps its own type.
                $types[':p' . ($i + 1)] = $param['type'] === PDO::PARAM_INT ? 'INTEGER' : 'VARCHAR';
                continue;
            }
            ['table' => $table, 'column' => $column, 'value' => $value] = $param;
            $tableMap = QueryAccess::call($query, 'findTableMap', $table) ?? $query->getDatabaseMap()->getTable($table);
            $columnMap = $tableMap->getColumn($column);
            $type = $columnMap->getType();
            $isInteger = in_array($type, ColumnMap::INTEGER_TYPES, true);
            if (self::writes($adapter, $type) && !is_int($value)) {
                $written[$i] = $type;
                $type = 'VARCHAR';
            } else {
                // Text must be checked before it is compared with a decimal number.
                $isPlain = $isPlain && $adapter->bindsPlainly($type)
                    && ($isInteger ? is_int($value) : is_string($value))
                    && !in_array($type, ColumnMap::DECIMAL_TYPES, true);
                // Objects may run application code that uses the same statement.
                $isShort = $isShort && ($value === null || is_scalar($value));
            }
            $types[':p' . ($i + 1)] = $type;
            $isBoundAtOnce = $isBoundAtOnce && !self::needsType($adapter, $columnMap);
        }
        $isBoundAtOnce = $isBoundAtOnce && $isPlain;

        return new Statement(
            $sql,
            $kind,
            $isBoundAtOnce ? null : new TypedValues($adapter, $types),
            $isShort,
            $isShort ? Statement::texts($types, $isBoundAtOnce) : null,
            null,
            $written === [] ? null : new WrittenValues($adapter, $written, count($params)),
        );
    }

    /**
     * @param list<mixed> $values
     * @return list<array{table: string, column: string, value: mixed}>
     */
    public function params(array $values): array
    {
        $params = $this->params;
        foreach ($this->stored($values) as $i => $value) {
            $params[$i]['value'] = $value;
        }

        return $params;
    }

    /**
     * @param list<mixed> $values
     * @return list<mixed> the values as stored by their columns, such as the position of an ENUM value
     */
    public function stored(array $values): array
    {
        return ClauseReader::stored($values, $this->converted);
    }

    /**
     * Returns the objects of all rows, or the values of select().
     *
     * @param list<mixed> $values
     * @param (Closure(): AbstractFormatter)|null $arrayFormatter returns an ArrayFormatter if arrays are wanted
     * @return Collection<int, mixed>
     */
    public function find(ConnectionWrapper $con, array $values, ?Closure $arrayFormatter = null): Collection
    {
        $values = $this->converted === [] ? $values : $this->stored($values);
        if ($this->isSmall) {
            $rows = $this->statement->run($con, $values, Statement::ROWS);
        } else {
            $rows = $this->statement->open($con, $values);
            $rows->setFetchMode(PDO::FETCH_NUM);
        }
        if ($con->rollbackLog !== null) {
            $con->rollbackLog->seen();
        }
        try {
            $objects = match (true) {
                $arrayFormatter !== null => ArrayFormatter::arrays(
                    $rows,
                    $this->names ?? new ArrayHydration($this->tableMapClass, $this->withs, $this->asColumns),
                ),
                $this->hydration !== null => (clone $this->hydration)->all($rows),
                $this->names !== null => SimpleArrayFormatter::values($this->names, $rows),
                default => ($this->tableMapClass)::fetchObjects($rows),
            };
        } catch (PDOException $failure) {
            throw $this->statement->failure($con, $failure, $values);
        }
        if (!is_array($rows)) {
            $this->statement->close($con, $rows, $values);
        }
        $this->isSmall = count($objects) <= self::FEW_ROWS;
        if ($this->names !== null || $arrayFormatter !== null) {
            return new ArrayCollection($objects, $this->modelName, $arrayFormatter ?? $this->formatter);
        }
        if ($this->collectionClass === null) {
            return new ObjectCollection($objects, $this->modelName, $this->formatter);
        }
        $collection = new ($this->collectionClass)();
        $collection->setModel($this->modelName);
        $collection->setFormatter(($this->formatter)());
        $collection->setData($objects);

        return $collection;
    }

    /**
     * Returns a function that creates the formatter of a collection when needed.
     *
     * @param class-string<AbstractFormatter> $class
     * @param class-string<ActiveRecordInterface> $modelName
     * @param array<string, ModelWith> $with
     * @param array<string, string> $asColumns
     * @return Closure(): AbstractFormatter
     */
    private static function formatterOf(
        string $class,
        string $dbName,
        string $modelName,
        array $with,
        array $asColumns,
        bool $hasLimit,
    ): Closure {
        return static function () use ($class, $dbName, $modelName, $with, $asColumns, $hasLimit): AbstractFormatter {
            $formatter = new $class();
            $formatter->setDbName($dbName);
            $formatter->setClass($modelName);
            $formatter->setWith($with);
            $formatter->setAsColumns($asColumns);
            $formatter->setHasLimit($hasLimit);

            return $formatter;
        };
    }

    /**
     * Returns the first object, or the values of select() in the first row.
     *
     * @param list<mixed> $values
     */
    public function findOne(ConnectionWrapper $con, array $values): mixed
    {
        if (!$this->isObjectARow) {
            return $this->find($con, $values)->getFirst();
        }
        $row = $this->row($con, $values);

        return $row === null ? null : match (true) {
            $this->hydration !== null => $this->hydration->one($row),
            $this->names !== null => SimpleArrayFormatter::values($this->names, [$row])[0],
            default => ($this->tableMapClass)::objectOf($row, 0),
        };
    }

    /**
     * Returns the first row, as returned by the driver.
     *
     * @param list<mixed> $values
     * @return list<mixed>|null
     */
    public function row(ConnectionWrapper $con, array $values): ?array
    {
        $values = $this->converted === [] ? $values : $this->stored($values);
        $row = $this->statement->run($con, $values, Statement::ROW);
        if ($con->rollbackLog !== null) {
            $con->rollbackLog->seen();
        }

        return $row ?: null;
    }

    /**
     * Returns the first column of the first row.
     *
     * @param list<mixed> $values
     */
    public function value(ConnectionWrapper $con, array $values): mixed
    {
        $values = $this->converted === [] ? $values : $this->stored($values);
        return $this->statement->run($con, $values, Statement::VALUE);
    }

    /**
     * Returns the shape of a query without its RareClauses; null if it has more than simple conditions, joins along
     * relations, an order and a limit.
     *
     * @param list<mixed> $values receives the values to bind
     * @param array<string, AbstractCriterion> $conditions
     * @param array<int|string, Join> $joins
     * @param array<string, ModelWith> $with
     * @param list<string> $orderBy
     */
    public static function shape(
        array &$values,
        array $conditions,
        array $joins,
        array $with,
        array $orderBy,
        int $limit,
        int $offset,
    ): ?string {
        $shape = '';
        foreach ($conditions as $criterion) {
            $part = $criterion->plainShape($values);
            if ($part === null) {
                return null;
            }
            $shape .= $part;
        }
        if (isset($values[self::MOST_VALUES])) {
            return null;
        }
        if ($joins) {
            $joined = [];
            foreach ($joins as $name => $join) {
                $part = $join->sharedShape ?? $join->shape($name, $joined);
                if ($part === null) {
                    return null;
                }
                if ($join->sharedValues) {
                    $joined = [...$joined, ...$join->sharedValues];
                }
                $shape .= $part;
            }
            if ($joined !== []) {
                // Joins precede conditions in the SQL, so their values do, too.
                $values = [...$joined, ...$values];
            }
        }
        foreach ($with as $one) {
            $shape .= $one->shape;
        }
        foreach ($orderBy as $clause) {
            $shape .= "|$clause";
        }
        if ($limit >= 0) {
            $values[] = $limit;
            $shape .= $limit <= self::FEW_ROWS ? '|few' : '|many';
        }
        if ($offset > 0) {
            $values[] = $offset;
            $shape .= '|from';
        }

        return $shape;
    }

    /** @param array<string, ModelWith> $with */
    public static function refuseLimitOfToMany(array $with, int $limit, int $offset): void
    {
        if ($limit < 0 && $offset === 0) {
            return;
        }
        foreach ($with as $one) {
            if ($one->isToMany) {
                throw new LogicException(sprintf(
                    'A limit counts rows, not objects: it cannot be used together with the relation "%s"',
                    $one->name,
                ));
            }
        }
    }

    /**
     * Creates the plan for a shape that has none yet. Returns null if the SQL must be generated for each query, because
     * of the adapter, the table or values that change the SQL.
     *
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query a query of that shape
     * @param string $what a constant of SelectPlan
     * @param class-string<TableMap> $tableMapClass
     */
    public static function newPlan(
        ModelCriteria $query,
        string $what,
        string $shape,
        string $tableMapClass,
    ): ?self {
        $adapter = $query->getAdapter();
        $hasPage = ($what !== self::FIRST && $query->getLimit() >= 0) || $query->getOffset() > 0;
        if (
            !Orm::$hasShortcuts || !self::suits($adapter) || $query->isIdentifierQuotingEnabled()
            || ($hasPage && !$adapter->bindsPages())
        ) {
            return null;
        }
        $plans = Orm::services()->plans;
        $kind = $plans->reportsAdapterChanges ? $what : "?$what";
        $plan = $plans->select[$kind][$query->getDbName()][$query->getModelName()][$shape] ?? null;
        if ($plan === false || $plan?->adapter === $adapter) {
            return $plan ?: null;
        }
        if ($what !== self::EXISTS && $query->getSelect() !== null) {
            $query = QueryAccess::call($query, 'withSelectedColumns');
        }
        $params = [];
        $context = SqlContext::executed($query, $params);
        if ($what === self::COUNT) {
            $sql = CountBuilder::written($context);
        } elseif ($what === self::EXISTS) {
            $sql = $context->selectSql(['1'], $query->getLimit() === 0 ? null : 1, false);
        } else {
            $limit = $what === self::FIRST ? 1 : null;
            self::refuseLimitOfToMany($query->getWith(), $limit ?? $query->getLimit(), $query->getOffset());
            $sql = $context->selectSql(QueryAccess::call($query, 'getSelectList'), $limit);
        }
        $plan = self::isOneSql($context)
            ? new self($sql, $query, $tableMapClass, $context)
            : null;
        if ($plans->keep('select', strlen($sql))) {
            $plans->select[$kind][$query->getDbName()][$query->getModelName()][$shape] = $plan ?? false;
        }

        return $plan;
    }

    /** Returns whether all queries of the generated statement's shape have the same SQL, with types for all values. */
    public static function isOneSql(SqlContext $context): bool
    {
        $isOneSql = !$context->dependsOnValues;
        foreach ($context->params as $param) {
            // Values compared with an expression without a known column have no type.
            $isOneSql = $isOneSql && ($param['table'] !== null
                || in_array($param['type'] ?? null, [PDO::PARAM_INT, PDO::PARAM_STR], true));
        }

        return $isOneSql;
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @return array{Statement|null, list<mixed>} the statement that finds a row only by its key, and its values; null:
     *     no row can have the key
     */
    public static function byKey(ModelCriteria $query, string $tableMapClass, mixed $key): array
    {
        $columns = KeyConditions::columns($query);
        $values = $query->getTableMap()->storedKey($key);
        $adapter = $query->getAdapter();
        // A cached statement does not check the range of integers again, except for those that do not fit into four
        // bytes.
        $isKept = true;
        if ($adapter->infersParameterTypes()) {
            foreach ($columns as $i => $column) {
                if (!ComparedNumber::fits($column, $values[$i])) {
                    return [null, $values];
                }
                $isKept = $isKept && ComparedNumber::bitsOf($column) !== 16;
            }
        }
        $isNumber = is_int($key) && $tableMapClass::KEY_TYPE === null
            && in_array($columns[0]->getType(), ColumnMap::INTEGER_TYPES, true);
        // Other values may be objects, which may run application code that uses the same statement.
        $isPlain = true;
        foreach ($values as $part) {
            $isPlain = $isPlain && (is_int($part) || is_string($part));
        }
        $plans = Orm::services()->plans;
        $kept = &$plans->{$isNumber ? 'keyStatements' : 'storedKeyStatements'}[$query->getDbName()];
        // Numbers must be checked, and ENUM or SET values must be converted to positions.
        $isText = is_string($key) && !$columns[0]->isNumeric() && $columns[0]->getValueSet() === [];
        if ($isPlain && isset($kept[$tableMapClass])) {
            if ($isText) {
                $plans->textKeyStatements[$query->getDbName()][$tableMapClass] = $kept[$tableMapClass];
            }

            return [$kept[$tableMapClass], $values];
        }
        $types = $written = [];
        foreach ($columns as $i => $column) {
            $types[':p' . $i] = $column->getType();
            if (!$isNumber && self::writes($adapter, $column->getType())) {
                $written[$i] = $column->getType();
                $types[':p' . $i] = 'VARCHAR';
            }
        }
        $isBoundAtOnce = $isNumber && $adapter->bindsNamesByPosition() && !self::needsType($adapter, $columns[0])
            && $adapter->bindsPlainly($columns[0]->getType());
        $statement = new Statement(
            $tableMapClass::FIND_BY_KEY_SQL,
            Statement::READ,
            $isBoundAtOnce ? null : new TypedValues($adapter, $types),
            $isPlain,
            $isNumber ? [] : Statement::texts($types, false),
            null,
            $written === [] ? null : new WrittenValues($adapter, $written, count($columns)),
        );
        if ($isPlain && $isKept && $plans->reportsAdapterChanges) {
            $kept[$tableMapClass] = $statement;
        }

        return [$statement, $values];
    }

    /**
     * Returns whether an integer must be bound as an integer to be compared with a column. In SQLite, a number never
     * equals a string if the column has no type, as in a view. Auto-increment columns always have a type.
     */
    private static function needsType(AdapterInterface $adapter, ColumnMap $column): bool
    {
        return !$adapter->infersParameterTypes() && in_array($column->getType(), ColumnMap::INTEGER_TYPES, true)
            && (($column->getTable())::AUTO_INCREMENT !== $column->getName() || $column->getTable()->isReadOnly());
    }

    /** Returns whether values of a type are converted to strings before they are bound, unless they are integers. */
    private static function writes(AdapterInterface $adapter, string $type): bool
    {
        return in_array($type, ColumnMap::WRITTEN_TYPES, true) && ColumnMap::pdoTypeOf($type) === PDO::PARAM_STR
            && Orm::$hasShortcuts && $adapter->bindsPlainly('VARCHAR');
    }

    /**
     * Returns whether an adapter binds values by column type and leaves the SQL unchanged, as the built-in adapters do.
     */
    public static function suits(AdapterInterface $adapter): bool
    {
        return self::$bindsItself[$adapter::class] ??= self::inherits($adapter, 'bindValues')
            && self::inherits($adapter, 'bindValue') && self::inherits($adapter, 'bindTyped')
            && self::inherits($adapter, 'cleanupSQL');
    }

    private static function inherits(AdapterInterface $adapter, string $method): bool
    {
        return (new ReflectionMethod($adapter, $method))->class === PdoAdapter::class;
    }

    /**
     * Returns whether a query class overrides a method for which the library takes a shortcut. The result is cached per
     * class, so that missing hooks cost no time.
     *
     * @param class-string<ModelCriteria> $class
     * @param key-of<self::SHORTCUTS> $shortcut
     */
    public static function isOverridden(string $class, string $shortcut): bool
    {
        if (!isset(self::$overridden[$shortcut][$class])) {
            $isOwn = static fn (string $method): bool => in_array(
                (new ReflectionMethod($class, $method))->class,
                self::OWN_CLASSES,
                true,
            );
            self::$overridden[$shortcut][$class]
                = array_filter(self::SHORTCUTS[$shortcut], $isOwn) !== self::SHORTCUTS[$shortcut];
        }

        return self::$overridden[$shortcut][$class];
    }
}
