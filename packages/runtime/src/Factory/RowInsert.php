<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory;

use Closure;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\InsertPlan;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Orm;

/**
 * Inserts rows without objects: their values are generated in stored form. Only for tables and values whose stored form
 * is known.
 *
 * @internal
 */
final class RowInsert
{
    /** @param list<Closure(int): mixed> $makers in the order of the columns of the statement */
    private function __construct(
        private readonly InsertPlan $plan,
        private readonly ConnectionWrapper $con,
        private readonly array $makers,
        private readonly int $rows,
    ) {
    }

    /**
     * @param class-string<Factory> $factory
     * @param array<string, ActiveRecordInterface> $parents the parents of all rows, by relation
     */
    public static function of(string $factory, Fake $fake, array $parents, ConnectionInterface $con): ?self
    {
        $model = $factory::MODEL;
        $tableMap = Record::tableMap($model);
        $adapter = Orm::getServiceContainer()->getAdapter($tableMap::DATABASE_NAME);
        if (
            !$adapter->supportsMultiRowInsert() || !Record::insertsInBulk($model)
            || method_exists($model, 'makeRoot') || $tableMap::getTableMap()->getBehaviors() !== []
        ) {
            return null;
        }
        $fixed = [];
        foreach ($factory::RELATIONS as $relation => ['columns' => $columns]) {
            foreach (isset($parents[$relation]) ? $columns : [] as $own => $other) {
                $fixed[$own] = $parents[$relation]->{'get' . $other}();
            }
        }
        $makers = $written = [];
        foreach ($tableMap::getTableMap()->getColumns() as $column) {
            $name = $column->getPhpName();
            $spec = $factory::COLUMNS[$name] ?? null;
            if ($spec === null && !array_key_exists($name, $fixed)) {
                continue;
            }
            $value = $fixed[$name] ?? null;
            $make = $spec === null
                ? ($adapter->bindsPlainly($column->getType()) ? static fn (): mixed => $value : null)
                : self::maker($spec, $fake, $column, $model);
            if ($make === null) {
                return null;
            }
            $makers[] = $make;
            $written[$column->getFullyQualifiedName()] = true;
        }
        $plan = InsertPlan::of($tableMap, $written);
        if ($makers === [] || count($plan->properties) !== count($makers) || $plan->made !== null) {
            return null;
        }

        $rows = min(InsertPlan::ROWS, intdiv($adapter->getMaxBindings(), count($makers)));

        return new self($plan, ConnectionWrapper::wrap($con), $makers, max(1, $rows));
    }

    /** @param int $start the number of the row before the first one */
    public function insert(int $start, int $count): void
    {
        $end = $start + $count;
        $this->insertAll($start, $end - $count % $this->rows, $this->rows);
        $this->insertAll($end - $count % $this->rows, $end, $count % $this->rows);
    }

    /** @param int $rows the number of rows in one statement */
    private function insertAll(int $start, int $end, int $rows): void
    {
        if ($start === $end) {
            return;
        }
        $makers = $this->makers;
        $statement = $this->plan->rowsStatement($rows);
        for ($number = $start; $number < $end;) {
            $values = [];
            for ($last = $number + $rows; $number < $last;) {
                $number++;
                foreach ($makers as $make) {
                    $values[] = $make($number);
                }
            }
            $statement->run($this->con, $values, Statement::NOTHING);
        }
        $this->con->forgetStatement($statement->sql);
    }

    /**
     * @param array<string, mixed> $spec
     * @return (Closure(int): mixed)|null null: the stored form of the value is unknown
     */
    private static function maker(array $spec, Fake $fake, ColumnMap $column, string $model): ?Closure
    {
        $make = Maker::of($spec, $fake, $model . '::' . $column->getPhpName());
        $isUnique = isset($spec['unique']);
        switch ($spec['is']) {
            case 'integer':
            case 'decimal':
            case 'date':
                return $make;
            case 'uuid':
                $isSwapped = ColumnMap::UUID_BYTES[$column->getType()] ?? null;

                return $isSwapped === null ? $make : $fake->uuidBytes($isSwapped);
            case 'bytes':
                return $make;
            case 'time':
                return static fn (int $number): string => $make($number) . '.000000';
            case 'text':
                return isset($spec['text']) ? null : $make;
            case 'boolean':
                return $fake->integers(0, 1);
            case 'choice':
                if ($column->getType() !== 'ENUM') {
                    return $make;
                }
                $positions = array_flip($column->getValueSet());

                return $isUnique
                    ? static fn (int $number): int => $positions[$make($number)]
                    : $fake->choices(array_map(static fn (string $value): int => $positions[$value], $spec['values']));
            case 'moment':
                return $isUnique || $column->getType() === 'TIMESTAMPTZ'
                    ? null
                    : static fn (): string => date('Y-m-d H:i:s', $fake->second($spec['of'])) . '.000000';
            default:
                return null;
        }
    }
}
