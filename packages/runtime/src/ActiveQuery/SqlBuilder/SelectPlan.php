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
use Orm\Runtime\Map\ColumnTypes;
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
 * How queries of one shape are executed: their SQL, how to bind their values, how to make objects of rows.
 *
 * This class also decides whether a query is plain: then it is executed by the plan of its shape, which is what makes
 * it up besides its values. Two queries of one shape have the same SQL.
 *
 * Every property of a query says by #[PlanRule] what it means here: it is in the shape, or a query that has it has no
 * plan, or it has no effect on the statement. What is in the shape is an argument of shape(), what disables the plan is
 * in RareClauses, or is looked at here.
 *
 * @internal
 */
final class SelectPlan
{
    /** What is selected: the objects of all rows, that of the first row, the one that all rows are of, their number, 1. */
    public const ROWS = 'rows';
    public const FIRST = 'first';
    public const OBJECT = 'object';
    public const COUNT = 'count';
    public const EXISTS = 'exists';

    /** The integers that four bytes have; here, so that most queries need not load ComparedNumber. */
    public const MOST_INT32 = 2_147_483_647;
    public const LEAST_INT32 = -2_147_483_648;

    private const FEW_ROWS = 100;

    /** Queries with more values seldom have the same shape again, and StatementRunner writes long ones better. */
    private const MOST_VALUES = 250;

    /** The classes whose methods are not overridden. */
    private const OWN_CLASSES = [Criteria::class, BaseModelCriteria::class, ModelCriteria::class];

    /** What a query class must not override where the library takes a shortcut. */
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

    /** @var array<class-string, bool> what suits() says of an adapter class */
    private static array $bindsItself = [];

    /**
     * What isOverridden() says by shortcut and query class: hot paths read it before they call.
     *
     * @internal to be read only
     * @var array<string, array<class-string, bool>>
     */
    public static array $overridden = [];

    /** @var list<array{table: string, column: string, value: mixed}> without values */
    private readonly array $params;

    /** @var array<int, array{ColumnMap, int|null}> what ClauseReader::stored() needs to know of the values */
    private readonly array $converted;

    public readonly AdapterInterface $adapter;
    public readonly Statement $statement;

    /** How a row becomes an object; null: by the table map alone. */
    private readonly ?Hydration $hydration;

    /** @var list<string>|null what select() asked for; null: rows are objects */
    private readonly ?array $names;

    /** @var array<string, ModelWith> */
    private readonly array $withs;

    /** @var array<string, string> */
    private readonly array $asColumns;

    /** Whether each row is an object of its own. */
    private readonly bool $isObjectARow;

    /** @var list<class-string<TableMap>> of all objects in a row */
    private readonly array $tableMapClasses;

    /** Whether the rows are so few that all of them are read at once; without a limit, whether they were last time. */
    private bool $isSmall;

    /** @var Closure(): AbstractFormatter */
    private readonly Closure $formatter;
    public readonly string $dbName;
    public readonly string $modelName;
    private readonly ?string $collectionClass;

    /**
     * @param ModelCriteria<ActiveRecordInterface> $query of this shape
     * @param class-string<TableMap> $tableMapClass of that query
     * @param SqlContext $context in which its SQL was written
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
        // The next query of this shape has other values, and a plan lives as long as the process.
        $this->params = array_map(static fn (array $param): array => ['value' => null] + $param, $context->params);
        $this->withs = $withs = $query->getWith();
        $isObjectARow = true;
        foreach ($withs as $with) {
            $isObjectARow = $isObjectARow && !$with->isToMany;
        }
        $this->isObjectARow = $isObjectARow;
        $this->tableMapClasses = [$tableMapClass, ...array_column($withs, 'tableMapClass')];
        $this->names = $query->getSelect() === null ? null : SimpleArrayFormatter::names($asColumns);
        $this->hydration = $this->names !== null || ($withs === [] && $asColumns === [])
            ? null
            : new Hydration($tableMapClass, $withs, $asColumns);
        $this->isSmall = $query->getLimit() >= 0 && $query->getLimit() <= self::FEW_ROWS;
        $this->dbName = $query->getDbName();
        $this->modelName = $query->getModelName();
        $formatter = $this->names === null ? ObjectFormatter::class : SimpleArrayFormatter::class;
        // It must not hold the query, whose values would stay in memory as long as the plan.
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
     * The statement of all queries of a shape.
     *
     * @param int $kind a constant of Statement
     * @param ModelCriteria<ActiveRecordInterface> $query of that shape
     * @param SqlContext $context in which its SQL was written
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
                // The number of a limit.
                $types[':p' . ($i + 1)] = ColumnTypes::INTEGER;
                continue;
            }
            ['table' => $table, 'column' => $column, 'value' => $value] = $param;
            $tableMap = QueryAccess::call($query, 'findTableMap', $table) ?? $query->getDatabaseMap()->getTable($table);
            $columnMap = $tableMap->getColumn($column);
            $type = $columnMap->getType();
            $isInteger = in_array($type, ColumnMap::INTEGER_TYPES, true);
            if (self::writes($adapter, $type) && !is_int($value)) {
                $written[$i] = $type;
                $type = ColumnTypes::VARCHAR;
            } else {
                $isPlain = $isPlain && $adapter->bindsPlainly($type)
                    && ($isInteger ? is_int($value) : is_string($value));
                // Objects may have code of their own, which could want the same statement.
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
     * @return list<mixed> the same, with what columns store for some of them: the position of an ENUM value
     */
    public function stored(array $values): array
    {
        return ClauseReader::stored($values, $this->converted);
    }

    /**
     * The objects of all rows, or what select() asked for.
     *
     * @param list<mixed> $values
     * @param (Closure(): AbstractFormatter)|null $arrayFormatter an ArrayFormatter: arrays are wanted
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
            $con->rollbackLog->read(...$this->tableMapClasses);
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
     * Makes the formatter of a collection when it is asked for.
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
     * The first object, or what select() asked for in the first row.
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
     * The first row as the driver gives it.
     *
     * @param list<mixed> $values
     * @return list<mixed>|null
     */
    public function row(ConnectionWrapper $con, array $values): ?array
    {
        $values = $this->converted === [] ? $values : $this->stored($values);
        $row = $this->statement->run($con, $values, Statement::ROW);
        if ($con->rollbackLog !== null) {
            $con->rollbackLog->read(...$this->tableMapClasses);
        }

        return $row ?: null;
    }

    /**
     * The first column of the first row.
     *
     * @param list<mixed> $values
     */
    public function value(ConnectionWrapper $con, array $values): mixed
    {
        $values = $this->converted === [] ? $values : $this->stored($values);
        return $this->statement->run($con, $values, Statement::VALUE);
    }

    /**
     * The shape of a query apart from its RareClauses; null if it has more than simple conditions, joins along
     * relations, an order and a limit.
     *
     * @param list<mixed> $values gets the values to bind
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
            $value = $criterion->value;
            if (
                $criterion->isAlone && $criterion::class === BasicCriterion::class && $value !== null
                && !is_array($value) && !(is_string($value) && isset(BasicCriterion::KEYWORDS[$value]))
            ) {
                // What BasicCriterion::plainShape() says, with fewer calls.
                $values[] = $value;
                $kind = match (true) {
                    is_int($value) && $value <= self::MOST_INT32 && $value >= self::LEAST_INT32 => 'i',
                    is_string($value) && !is_numeric($value) => 's',
                    default => ComparedNumber::kind($value),
                };
                $shape .= "|$criterion->name $criterion->comparison $kind";
            } else {
                $part = $criterion->plainShape($values);
                if ($part === null) {
                    return null;
                }
                $shape .= $part;
            }
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
                // Joins stand before conditions, and so do their values.
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
     * The plan of a shape that has none yet; null if each statement has to be written: for the adapter, the table, or
     * values that change the SQL.
     *
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query of that shape
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

    /** Whether all queries of the shape that was written have the same SQL, and types for all of their values. */
    public static function isOneSql(SqlContext $context): bool
    {
        $isOneSql = !$context->dependsOnValues;
        foreach ($context->params as $param) {
            // The value of a condition on an expression has no type.
            $isOneSql = $isOneSql && ($param['table'] !== null || ($param['type'] ?? null) === PDO::PARAM_INT);
        }

        return $isOneSql;
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @return array{Statement|null, list<mixed>} the statement that finds a row by a key alone, and its values; null:
     *     no row can have the key
     */
    public static function byKey(ModelCriteria $query, string $tableMapClass, mixed $key): array
    {
        $columns = KeyConditions::columns($query);
        $values = $query->getTableMap()->storedKey($key);
        $adapter = $query->getAdapter();
        // Which integers a kept statement takes is not looked at again, but for those that four bytes do not have.
        $isKept = true;
        if ($adapter->infersParameterTypes()) {
            foreach ($columns as $i => $column) {
                if (!ComparedNumber::fits($column, $values[$i])) {
                    return [null, $values];
                }
                $isKept = $isKept && ComparedNumber::bitsOf($column) !== 16;
            }
        }
        $isNumber = is_int($key) && $tableMapClass::KEY_TYPE === null;
        // Other values may be objects with code of their own, which could want the same statement.
        $isPlain = true;
        foreach ($values as $part) {
            $isPlain = $isPlain && (is_int($part) || is_string($part));
        }
        $plans = Orm::services()->plans;
        $kept = &$plans->{$isNumber ? 'keyStatements' : 'storedKeyStatements'}[$query->getDbName()];
        // Numbers are checked, and values of a set become positions.
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
                $types[':p' . $i] = ColumnTypes::VARCHAR;
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
     * Whether an integer must be bound as such to be compared with a column. To SQLite a number never equals a text
     * where a column has no type, as in a view; the column of a key that the database gives has one.
     */
    private static function needsType(AdapterInterface $adapter, ColumnMap $column): bool
    {
        return !$adapter->infersParameterTypes() && in_array($column->getType(), ColumnMap::INTEGER_TYPES, true)
            && (($column->getTable())::AUTO_INCREMENT !== $column->getName() || $column->getTable()->isReadOnly());
    }

    /** Whether values of a type become texts before they are bound, unless they are integers. */
    private static function writes(AdapterInterface $adapter, string $type): bool
    {
        return in_array($type, ColumnMap::WRITTEN_TYPES, true) && ColumnMap::pdoTypeOf($type) === PDO::PARAM_STR
            && Orm::$hasShortcuts && $adapter->bindsPlainly(ColumnTypes::VARCHAR);
    }

    /** Whether an adapter binds values by the types of their columns and leaves the SQL alone, as ours do. */
    public static function suits(AdapterInterface $adapter): bool
    {
        return self::$bindsItself[$adapter::class] ??= self::inherits($adapter, 'bindValues')
            && self::inherits($adapter, 'bindValue') && self::inherits($adapter, 'bindTyped')
            && self::inherits($adapter, 'cleanupSQL');
    }

    private static function inherits(AdapterInterface $adapter, string $method): bool
    {
        return (new ReflectionMethod($adapter, $method))->getDeclaringClass()->getName() === PdoAdapter::class;
    }

    /**
     * Whether a query class has a method of its own where the library would take a shortcut. It is found out once per
     * class: a hook that does not exist must take no time.
     *
     * @param class-string<ModelCriteria> $class
     * @param key-of<self::SHORTCUTS> $shortcut
     */
    public static function isOverridden(string $class, string $shortcut): bool
    {
        if (!isset(self::$overridden[$shortcut][$class])) {
            $isOwn = static fn (string $method): bool => in_array(
                (new ReflectionMethod($class, $method))->getDeclaringClass()->getName(),
                self::OWN_CLASSES,
                true,
            );
            self::$overridden[$shortcut][$class]
                = array_filter(self::SHORTCUTS[$shortcut], $isOwn) !== self::SHORTCUTS[$shortcut];
        }

        return self::$overridden[$shortcut][$class];
    }
}
