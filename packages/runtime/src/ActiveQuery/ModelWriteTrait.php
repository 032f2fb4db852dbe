<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Closure;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\UpsertBuilder;
use Orm\Runtime\ActiveRecord\RequiredColumns;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\OpenConnections;
use Orm\Runtime\Connection\RepeatedTransaction;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\ColumnValue;
use ReflectionMethod;

/** Updates and deletes the rows of a query, in one statement and one transaction. */
trait ModelWriteTrait
{
    public function delete(?ConnectionInterface $con = null): int
    {
        $this->assertWritable('delete');
        if ($this->map === []) {
            throw new OrmException('delete() needs a condition: use deleteAll() to delete all rows');
        }
        $con = $con === null ? OpenConnections::write($this->getDbName()) : OpenConnections::wrapped($con);
        $query = $this->isKeepQuery ? clone $this : $this;

        return $query->inWriteTransaction($con, static function (self $query) use ($con): int {
            $query->emulateCascade($con);
            $rows = $query->basePreDelete($con);
            if (!$rows) {
                $rows = $query->doDelete($con);
            }
            $query->basePostDelete($rows, $con);

            return $rows;
        });
    }

    public function deleteAll(?ConnectionInterface $con = null): int
    {
        $this->assertWritable('deleteAll');
        $this->refuseConditions('deleteAll');
        $con = $con === null ? OpenConnections::write($this->getDbName()) : OpenConnections::wrapped($con);
        $query = $this->isKeepQuery ? clone $this : $this;

        return $query->inWriteTransaction($con, static function (self $query) use ($con): int {
            $rows = $query->basePreDelete($con);
            if (!$rows) {
                // A hook may have added conditions.
                $rows = $query->map === [] ? $query->doDeleteAll($con) : $query->doDelete($con);
            }
            $query->basePostDelete($rows, $con);

            return $rows;
        });
    }

    /** Deletes without hooks. */
    public function doDelete(?ConnectionInterface $con = null): int
    {
        $this->assertWritable('doDelete');
        $con = $con === null ? OpenConnections::write($this->getDbName()) : OpenConnections::wrapped($con);
        $rows = parent::doDelete($con);
        $this->forgetInstances($con);
        $this->getTableMap()::clearRelatedInstancePool();

        return $rows;
    }

    /** Deletes all rows of the table, without hooks. */
    public function doDeleteAll(?ConnectionInterface $con = null): int
    {
        $this->assertWritable('doDeleteAll');
        $this->refuseConditions('doDeleteAll');
        $con = $con === null ? OpenConnections::write($this->getDbName()) : OpenConnections::wrapped($con);
        $rows = $con->transaction(fn (): int => parent::doDeleteAll($con));
        $this->tableMapClass()::forgetChanged();
        $this->noteWritten($con);
        $this->getTableMap()::clearRelatedInstancePool();

        return $rows;
    }

    /**
     * @param Criteria|array<string, mixed> $values by phpName
     * @param bool $forceIndividualSaves true: load the objects and save each, so that their hooks run
     */
    public function update(
        Criteria|array $values,
        ?ConnectionInterface $con = null,
        bool $forceIndividualSaves = false,
    ): int {
        $this->assertWritable('update', $forceIndividualSaves);
        $con = $con === null ? OpenConnections::write($this->getDbName()) : OpenConnections::wrapped($con);
        $query = $this->isKeepQuery ? clone $this : $this;

        $write = static function (self $query) use ($con, $values, $forceIndividualSaves): int {
            $asArray = $values instanceof Criteria ? self::valuesOf($values) : $values;
            $rows = $query->basePreUpdate($asArray, $con, $forceIndividualSaves);
            if (!$rows) {
                $rows = $query->doUpdate(
                    $values instanceof Criteria ? $values : $asArray,
                    $con,
                    $forceIndividualSaves,
                );
            }
            $query->basePostUpdate($rows, $con);

            return $rows;
        };

        return $query->inWriteTransaction($con, $write, !$forceIndividualSaves);
    }

    /**
     * A transaction that writes rows. Behaviors that look at other rows may meet others who do so: it is tried again
     * then, unless hooks of the application would run again.
     *
     * @param Closure(self): int $work gets the query, as it is before the first attempt
     */
    private function inWriteTransaction(ConnectionWrapper $con, Closure $work, bool $mayRepeat = true): int
    {
        $options = $this->transactionOptions();
        if ($options === []) {
            return $con->transaction(fn (): int => $work($this));
        }
        $spare = clone $this;
        $isFirst = true;

        return RepeatedTransaction::run(
            $con,
            function () use ($work, $spare, &$isFirst): int {
                $query = $isFirst ? $this : clone $spare;
                $isFirst = false;

                return $work($query);
            },
            $options,
            fn (): bool => $mayRepeat && !$this->hasOwnHooks(),
        );
    }

    private function hasOwnHooks(): bool
    {
        foreach (['preDelete', 'postDelete', 'preUpdate', 'postUpdate'] as $hook) {
            if ((new ReflectionMethod($this, $hook))->getDeclaringClass()->getName() !== self::class) {
                return true;
            }
        }

        return false;
    }

    /**
     * Inserts a row, or updates the one that has the same key, in one statement. Hooks of objects do not run.
     *
     * @param array<string, mixed> $values by phpName
     * @param list<string> $by phpNames of the columns of a primary or unique key; the primary key by default
     * @return int rows as the database counts them: MySQL says 2 for an update
     */
    public function upsert(array $values, array $by = [], ?ConnectionInterface $con = null): int
    {
        $this->assertWritable('upsert');
        $this->refuseConditions('upsert');
        if ($values === []) {
            throw new OrmException('upsert() needs at least one value');
        }
        $con = $con === null ? OpenConnections::write($this->getDbName()) : OpenConnections::wrapped($con);
        $params = [];
        $sql = UpsertBuilder::build($this, $values, $by, $params);
        $rows = StatementRunner::write($this, $con, $sql, $params);
        $this->tableMapClass()::forgetChanged();
        $this->noteWritten($con);

        return $rows;
    }

    /** @return int|null a number of rows says that they are deleted already */
    public function preDelete(ConnectionInterface $con): ?int
    {
        return null;
    }

    public function postDelete(int $affectedRows, ConnectionInterface $con): ?int
    {
        return null;
    }

    /**
     * @param array<string, mixed> $values
     * @return int|null a number of rows says that they are updated already
     */
    public function preUpdate(array &$values, ConnectionInterface $con, bool $forceIndividualSaves = false): ?int
    {
        return null;
    }

    public function postUpdate(int $affectedRows, ConnectionInterface $con): ?int
    {
        return null;
    }

    protected function basePreDelete(ConnectionInterface $con): ?int
    {
        return $this->preDelete($con);
    }

    protected function basePostDelete(int $affectedRows, ConnectionInterface $con): ?int
    {
        return $this->postDelete($affectedRows, $con);
    }

    /** @param array<string, mixed> $values */
    protected function basePreUpdate(array &$values, ConnectionInterface $con, bool $forceIndividualSaves = false): ?int
    {
        return $this->preUpdate($values, $con, $forceIndividualSaves);
    }

    protected function basePostUpdate(int $affectedRows, ConnectionInterface $con): ?int
    {
        return $this->postUpdate($affectedRows, $con);
    }

    /** @return array{write?: bool} what the transaction of a delete or an update needs to know */
    protected function transactionOptions(): array
    {
        return [];
    }

    /** Does what the foreign keys say where the database does not; generated classes override it. */
    protected function emulateCascade(ConnectionInterface $con): void
    {
    }

    /**
     * Updates without hooks of the query.
     *
     * @param Criteria|array<string, mixed> $values by phpName
     * @param bool $forceIndividualSaves true: load the objects and save each
     */
    public function doUpdate($values, ConnectionInterface $con, bool $forceIndividualSaves = false): int
    {
        if ($forceIndividualSaves) {
            if ($values instanceof Criteria) {
                throw new LogicException('Individual saves take values by phpName, not a criteria');
            }
            $objects = $this->find($con);
            foreach ($objects as $object) {
                foreach ($values as $name => $value) {
                    $object->setByName($name, $value, TableMap::TYPE_PHPNAME);
                }
                $object->save($con);
            }

            return count($objects);
        }
        $set = $values instanceof Criteria ? clone $values : $this->assignments($values);
        $con = OpenConnections::wrapped($con);
        $rows = parent::doUpdate($set, $con);
        $this->forgetInstances($con);
        $this->tableMapClass()::forgetPassedOn($set->getMap());

        return $rows;
    }

    /**
     * What a criteria sets, for hooks to see.
     *
     * @return array<string, mixed>
     */
    private static function valuesOf(Criteria $set): array
    {
        $values = [];
        foreach ($set->getMap() as $criterion) {
            $values[$criterion->getColumn()] = $criterion->getValue();
        }

        return $values;
    }

    /** @param array<string, mixed> $values */
    private function assignments(array $values): Criteria
    {
        $set = new Criteria($this->getDbName());
        foreach ($values as $name => $value) {
            $column = $this->getTableMap()->findColumnByName((string) $name) ?? throw new ColumnNotFoundException(
                sprintf('Model %s has no column "%s"', $this->getModelName(), $name),
            );
            $stored = ColumnValue::toStored($column, $value);
            (new RequiredColumns([$column], null))->check([$stored]);
            $set->add($column->getFullyQualifiedName(), $stored);
        }

        return $set;
    }

    /** Pooled objects of changed rows must not be found again; only an exact key says which ones these are. */
    private function forgetInstances(ConnectionWrapper $con): void
    {
        $this->noteWritten($con);
        $tableMapClass = $this->tableMapClass();
        $key = [];
        foreach ($this->getTableMap()->getPrimaryKeys() as $column) {
            $criterion = $this->map[$column->getFullyQualifiedName()] ?? null;
            if (!self::saysExactly($criterion, $column)) {
                $tableMapClass::forgetChanged();

                return;
            }
            $key[] = $criterion->getValue();
        }
        if ($key === [] || count($this->map) !== count($key)) {
            $tableMapClass::forgetChanged();
        } else {
            $tableMapClass::forgetChanged(count($key) === 1 ? $key[0] : $key);
        }
    }

    /**
     * Whether a condition is true of one value only, written as the pool writes it: `01` is the number 1 too, a date
     * has many forms, and of an ENUM the condition has the index.
     */
    private static function saysExactly(?Criterion\AbstractCriterion $criterion, ColumnMap $column): bool
    {
        if (
            !$criterion instanceof Criterion\BasicCriterion || $criterion->getComparison() !== self::EQUAL
            || $criterion->getClauses() !== [] || $column->isTemporal() || $column->getValueSet() !== []
        ) {
            return false;
        }
        $value = $criterion->getValue();

        return !is_string($value) || !$column->isNumeric() || (string) (int) $value === $value;
    }

    private function noteWritten(ConnectionWrapper $con): void
    {
        $con->openLog?->written($this->tableMapClass());
    }

    /** @param bool $readsFirst whether the rows are read first, which a limit is for */
    private function assertWritable(string $method, bool $readsFirst = false): void
    {
        $tableMap = $this->getTableMap();
        if ($tableMap->isReadOnly()) {
            throw new LogicException(sprintf('%s(): table "%s" is read-only', $method, $tableMap->getName()));
        }
        $query = $this;
        if ($readsFirst) {
            $query = (clone $this)->setLimit(-1)->setOffset(0)->clearGroupByColumns();
            $query->rareClauses()->having = null;
        }
        $part = $query->partOfSelect();
        if ($part !== null) {
            throw new OrmException(sprintf('%s() cannot be used with %s', $method, $part));
        }
    }

    private function refuseConditions(string $method): void
    {
        if ($this->map !== []) {
            throw new OrmException(sprintf('%s() cannot be used with conditions: they would have no effect', $method));
        }
    }
}
