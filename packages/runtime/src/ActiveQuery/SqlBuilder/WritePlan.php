<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Closure;
use Orm\Runtime\ActiveQuery\ClauseReader;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\WriteExecutor;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

use function is_int;
use function is_scalar;
use function is_string;

/**
 * How an UPDATE, a DELETE or an upsert of queries of one shape is executed.
 *
 * @internal
 */
final class WritePlan
{
    /** @param array<int, array{ColumnMap, int|null}> $converted what ClauseReader::stored() needs to know of values */
    private function __construct(
        public readonly AdapterInterface $adapter,
        private readonly Statement $statement,
        private readonly array $converted,
    ) {
    }

    /**
     * The part of the values that are set in the shape of an UPDATE; null: with these, it has no plan.
     *
     * @param list<mixed> $values gets the values to bind
     */
    public static function shape(?Criteria $set, array &$values): ?string
    {
        if ($set === null) {
            return 'DELETE';
        }
        $shape = 'UPDATE';
        foreach ($set->getMap() as $criterion) {
            if ($criterion::class !== BasicCriterion::class) {
                return null;
            }
            $values[] = $criterion->value;
            $shape .= " $criterion->name " . self::kind($criterion->value);
        }

        return $shape;
    }

    /** The part of a value that is written in a shape: how it is bound depends on it. */
    private static function kind(mixed $value): string
    {
        return match (true) {
            $value === null => 'n',
            is_int($value) => 'i',
            is_string($value) => 's',
            is_scalar($value) => 'f',
            default => 'o',
        };
    }

    /**
     * Executes an UPDATE or a DELETE by the plan of its shape.
     *
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query of that shape
     * @param Criteria|null $set values of columns; null: it is a DELETE
     * @param list<mixed> $values to bind
     * @return int|null the number of rows; null if each statement has to be written
     */
    public static function run(
        ModelCriteria $query,
        ConnectionWrapper $con,
        ?Criteria $set,
        string $shape,
        array $values,
    ): ?int {
        $plan = Orm::$plans->writes[$query->getDbName()][$query->getModelName()][$shape]
            ?? self::newPlan($query, $shape, static fn (): array => $set === null
                ? WriteExecutor::deletes($query)
                : WriteExecutor::updates($query, $set));

        return $plan ? $plan->execute($con, $values) : null;
    }

    /**
     * Inserts a row, or updates the one that has the same key, by the plan for these columns.
     *
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query
     * @param list<ColumnMap> $columns
     * @param list<mixed> $values as these columns store them
     * @param list<string> $by phpNames of the columns of a key
     * @return int|null the number of rows; null if each statement has to be written
     */
    public static function upsert(
        ModelCriteria $query,
        ConnectionWrapper $con,
        array $columns,
        array $values,
        array $by,
    ): ?int {
        $shape = 'UPSERT ' . implode("\0", $by);
        foreach ($columns as $i => $column) {
            $shape .= "\0\0" . $column->getName() . ' ' . self::kind($values[$i]);
        }
        $plan = Orm::$plans->writes[$query->getDbName()][$query->getModelName()][$shape]
            ?? self::newPlan(
                $query,
                $shape,
                static fn (): array => [UpsertBuilder::build($query, $columns, $values, $by)],
            );

        return $plan ? $plan->execute($con, $values) : null;
    }

    /**
     * Executes the DELETE of one row by the plan that a query with its key has.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param non-empty-list<string> $names of the columns of the key, with that of the table
     * @param list<mixed> $key as the columns store it
     * @return int|null the number of rows; null: there is no plan, or no query was executed yet that makes it
     */
    public static function deleteByKey(string $tableMapClass, ConnectionWrapper $con, array $names, array $key): ?int
    {
        $shape = 'DELETE';
        foreach ($names as $i => $name) {
            $value = $key[$i];
            if (is_int($value) && $value <= SelectPlan::MOST_INT32 && $value >= SelectPlan::LEAST_INT32) {
                $shape .= "|$name = i";
            } elseif (is_int($value) || (is_string($value) && !isset(BasicCriterion::KEYWORDS[$value]))) {
                $shape .= "|$name = " . ComparedNumber::kind($value);
            } else {
                return null;
            }
        }
        $plan = Orm::$plans->writes[$tableMapClass::DATABASE_NAME][$tableMapClass::OM_CLASS][$shape] ?? null;

        return $plan ? $plan->execute($con, $key) : null;
    }

    /** @param list<mixed> $values */
    private function execute(ConnectionWrapper $con, array $values): int
    {
        $values = $this->converted === [] ? $values : ClauseReader::stored($values, $this->converted);
        $rows = $this->statement->run($con, $values, Statement::AFFECTED);
        $con->rollbackLog?->changed();

        return $rows;
    }

    /** @param Closure(): list<array{string, SqlContext}> $write gives the statements of such a query */
    private static function newPlan(ModelCriteria $query, string $shape, Closure $write): self|false
    {
        $adapter = $query->getAdapter();
        if (!SelectPlan::suits($adapter) || $query->isIdentifierQuotingEnabled()) {
            return false;
        }
        $plans = Orm::services()->plans;
        // An adapter that may change without a word has to be compared each time.
        $shape = $plans->reportsAdapterChanges ? $shape : "?$shape";
        $plan = $plans->writes[$query->getDbName()][$query->getModelName()][$shape] ?? null;
        if ($plan === false || $plan?->adapter === $adapter) {
            return $plan;
        }
        $statements = $write();
        [$sql, $context] = count($statements) === 1 ? $statements[0] : ['', null];
        $plan = $context !== null && SelectPlan::isOneSql($context)
            ? new self(
                $adapter,
                SelectPlan::statementOf($sql, Statement::WRITE, $query, $context),
                $context->converted,
            )
            : false;
        if ($plans->keep('writes', strlen($sql))) {
            $plans->writes[$query->getDbName()][$query->getModelName()][$shape] = $plan;
        }

        return $plan;
    }
}
