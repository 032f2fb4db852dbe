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
 * Describes how to run UPDATE, DELETE or upsert statements of queries of one shape.
 *
 * @internal
 */
final class WritePlan
{
    /** @param array<int, array{ColumnMap, int|null}> $converted the values to convert with ClauseReader::stored() */
    private function __construct(
        public readonly AdapterInterface $adapter,
        private readonly Statement $statement,
        private readonly array $converted,
    ) {
    }

    /**
     * Returns the part of an UPDATE's shape for the values to set; null if there is no plan for them.
     *
     * @param list<mixed> $values receives the values to bind
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

    /** Returns the kind of a written value for the shape. It determines how the value is bound. */
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
     * Runs an UPDATE or a DELETE with the plan of its shape.
     *
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query a query of that shape
     * @param Criteria|null $set values of columns; null: run a DELETE
     * @param list<mixed> $values to bind
     * @return int|null the number of rows; null if the SQL must be generated for each query
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
     * Inserts a row, or updates the row with the same key, with the plan for these columns.
     *
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query
     * @param list<ColumnMap> $columns
     * @param list<mixed> $values values as stored by these columns
     * @param list<string> $by phpNames of a key's columns
     * @return int|null the number of rows; null if the SQL must be generated for each query
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
     * Runs the DELETE of one row with the plan of a query on its key.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param non-empty-list<string> $names names of the key's columns, with the table
     * @param list<mixed> $key the key as stored by its columns
     * @return int|null the number of rows; null: there is no plan, or no query has created it yet
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

    /** @param Closure(): list<array{string, SqlContext}> $write returns the statements of such a query */
    private static function newPlan(ModelCriteria $query, string $shape, Closure $write): self|false
    {
        $adapter = $query->getAdapter();
        if (!SelectPlan::suits($adapter) || $query->isIdentifierQuotingEnabled()) {
            return false;
        }
        $plans = Orm::services()->plans;
        // An adapter that may change unnoticed must be compared each time.
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
