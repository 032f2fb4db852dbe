<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\BaseModelCriteria;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\RuntimeState;
use ReflectionMethod;

use function count;
use function in_array;
use function is_int;
use function is_string;

/**
 * Decides whether a query is plain: then it is executed by the plan of its shape, which is what makes it up besides its
 * values. Two queries of one shape have the same SQL.
 *
 * Every property of a query says by #[PlanRule] what it means here: it is in the shape, or a query that has it has no
 * plan, or it has no effect on the statement. What is in the shape is an argument of shape(), what disables the plan is
 * in RareClauses, or is looked at here.
 * It also says, once per class, what a query class overrides: a hook that does not exist must take no time.
 *
 * @internal
 */
final class QueryPlanner
{
    /** The SQL of all plans has at most so many bytes: more of it means that the queries differ each time. */
    private const LIMIT = 150_000;

    /** Longer statements contain lists of values of different lengths, and are not executed again. */
    private const MAX_LENGTH = 10_000;

    /** The classes whose methods are not overridden. */
    private const OWN_CLASSES = [Criteria::class, BaseModelCriteria::class, ModelCriteria::class];

    /** @var array<class-string, bool> what suits() says of an adapter class */
    private static array $bindsItself = [];

    /**
     * The shape of a query without RareClauses; null if it has more than simple conditions, joins along relations, an
     * order and a limit.
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
            $isAlone = $criterion->isAlone && $criterion::class === BasicCriterion::class;
            $value = $criterion->value;
            if ($isAlone && is_int($value)) {
                // What BasicCriterion::plainShape() says, without a call.
                $values[] = $value;
                $shape .= "|$criterion->name $criterion->comparison i";
            } elseif ($isAlone && is_string($value) && !isset(BasicCriterion::KEYWORDS[$value])) {
                $values[] = $value;
                $shape .= "|$criterion->name $criterion->comparison s";
            } else {
                $part = $criterion->plainShape($values);
                if ($part === null) {
                    return null;
                }
                $shape .= $part;
            }
        }
        if ($joins) {
            $joined = [];
            foreach ($joins as $name => $join) {
                $part = $join->sharedShape ?? ($join instanceof ModelJoin ? $join->plainShape($name) : null);
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
            $shape .= "|$limit";
        }
        if ($offset !== 0) {
            $shape .= "|+$offset";
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
     * The plan of a shape that has none yet; null if the adapter or the table wants each statement to be written.
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
    ): ?SelectPlan {
        $adapter = $query->getAdapter();
        if (!RuntimeState::$hasShortcuts || !self::suits($adapter) || $query->isIdentifierQuotingEnabled()) {
            return null;
        }
        $key = [$what, $query->getDbName(), $query->getModelName(), $shape];
        $plan = self::knownPlan($key, $adapter);
        if ($plan !== null) {
            return $plan;
        }
        $params = [];
        if ($what === SelectPlan::COUNT) {
            $sql = CountBuilder::build($query, $params);
        } else {
            $limit = $what === SelectPlan::FIRST ? 1 : null;
            self::refuseLimitOfToMany($query->getWith(), $limit ?? $query->getLimit(), $query->getOffset());
            $sql = SelectBuilder::build($query, $params, $query->getSelectList(), $limit);
        }
        if (in_array(null, array_column($params, 'table'), true)) {
            // A condition on an expression: its value has no type.
            return null;
        }
        $plan = new SelectPlan($sql, $adapter, $query, $tableMapClass, $params);
        self::keep($key, $plan);

        return $plan;
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @return array{Statement, array<int|string, mixed>} the statement that finds a row by a key alone, and its values
     */
    public static function byKey(ModelCriteria $query, string $tableMapClass, mixed $key): array
    {
        $tableMap = $query->getTableMap();
        $columns = array_values($tableMap->getPrimaryKeys());
        if ($columns === []) {
            throw new LogicException(sprintf('%s objects have no primary key', $query->getModelName()));
        }
        $sql = $tableMapClass::FIND_BY_KEY_SQL;
        $isNumber = is_int($key);
        if ($tableMapClass::KEY_TYPE === null && ($isNumber || is_string($key)) && count($columns) === 1) {
            if (!$isNumber && !is_numeric($key)) {
                // Databases disagree about which number a text is.
                $tableMap->storedKey($key);
            }
            $statement = new Statement($sql, Statement::READ, null, true, $isNumber);
            if ($isNumber) {
                Orm::state()->keyStatements[$tableMapClass] = $statement;
            }

            return [$statement, [':p0' => $key]];
        }
        $types = [];
        foreach ($columns as $i => $column) {
            $types[':p' . $i] = $column->getType();
        }
        // Other keys may be objects with code of their own, which could want the same statement.
        $statement = new Statement($sql, Statement::READ, new TypedValues($query->getAdapter(), $types), false);

        return [$statement, $tableMap->storedKey($key)];
    }

    /** @param array{string, string, string, string} $key what it selects, datasource, model and shape */
    private static function knownPlan(array $key, AdapterInterface $adapter): ?SelectPlan
    {
        [$what, $database, $model, $shape] = $key;
        $state = Orm::state();
        $plan = $state->plans[$state->isTold ? $what : "?$what"][$database][$model][$shape] ?? null;

        return $plan?->adapter === $adapter ? $plan : null;
    }

    /** @param array{string, string, string, string} $key as for knownPlan() */
    private static function keep(array $key, SelectPlan $plan): void
    {
        if (strlen($plan->statement->sql) > self::MAX_LENGTH) {
            return;
        }
        $state = Orm::state();
        $state->planBytes += strlen($plan->statement->sql);
        if ($state->planBytes > self::LIMIT) {
            $state->plans = [];
            $state->planBytes = strlen($plan->statement->sql);
        }
        [$what, $database, $model, $shape] = $key;
        $state->plans[$state->isTold ? $what : "?$what"][$database][$model][$shape] = $plan;
    }

    /** Whether an adapter binds values by the types of their columns and leaves the SQL alone, as ours do. */
    private static function suits(AdapterInterface $adapter): bool
    {
        return self::$bindsItself[$adapter::class] ??= self::inherits($adapter, 'bindValues')
            && self::inherits($adapter, 'bindValue') && self::inherits($adapter, 'bindTyped')
            && self::inherits($adapter, 'cleanupSQL');
    }

    private static function inherits(AdapterInterface $adapter, string $method): bool
    {
        return (new ReflectionMethod($adapter, $method))->getDeclaringClass()->getName() === PdoAdapter::class;
    }

    /** @param class-string<ModelCriteria> $class */
    public static function hasPreSelect(string $class): bool
    {
        return Orm::state()->preSelect[$class] ??= self::overridesAny($class, ['preSelect', 'basePreSelect']);
    }

    /**
     * Whether a class makes conditions in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnConditions(string $class): bool
    {
        return Orm::state()->ownConditions[$class] ??= self::overridesAny($class, ['getNewCriterion']);
    }

    /**
     * Whether a class makes conditions on keys in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnKeyConditions(string $class): bool
    {
        $methods = ['filterByPrimaryKey', 'addUsingAlias', 'addUsingOperator', 'getNewCriterion'];

        return self::overridesAny($class, $methods);
    }

    /**
     * Whether a class of the application reads rows or counts in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnSelect(string $class): bool
    {
        return Orm::state()->ownSelect[$class] ??= self::isOfApplication(new ReflectionMethod($class, 'doSelect'))
            || self::isOfApplication(new ReflectionMethod($class, 'doCount'));
    }

    /**
     * Whether a class joins relations in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnJoins(string $class): bool
    {
        return self::overridesAny($class, ['join', 'with', 'addJoinObject']);
    }

    /**
     * Whether a class finds the names in clauses in a way of its own.
     *
     * @param class-string<ModelCriteria> $class
     */
    public static function hasOwnNames(string $class): bool
    {
        return self::overridesAny($class, ['replaceNames', 'doReplaceNameInExpression', 'quoteIdentifier']);
    }

    /**
     * @param class-string<ModelCriteria> $class
     * @param list<string> $methods
     */
    private static function overridesAny(string $class, array $methods): bool
    {
        foreach ($methods as $method) {
            $declaring = (new ReflectionMethod($class, $method))->getDeclaringClass()->getName();
            if (!in_array($declaring, self::OWN_CLASSES, true)) {
                return true;
            }
        }

        return false;
    }

    /** Traits of behaviors override methods, too: they are in generated classes, but not written there. */
    private static function isOfApplication(ReflectionMethod $method): bool
    {
        return !str_starts_with((string) $method->getFileName(), dirname(__DIR__, 2) . DIRECTORY_SEPARATOR);
    }
}
