<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\QueryExecutor\ModelWrites;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;

/** Updates and deletes the rows of a query, in one statement and one transaction. */
trait ModelWriteTrait
{
    public function delete(?ConnectionInterface $con = null): int
    {
        ModelWrites::assertWritable($this, 'delete');
        if ($this->map === []) {
            throw new OrmException('delete() needs a condition: use deleteAll() to delete all rows');
        }
        $con = ModelWrites::connection($this, $con);
        $write = static function (self $query) use ($con): int {
            $query->emulateCascade($con);
            $rows = $query->basePreDelete($con);
            if (!$rows) {
                $rows = $query->doDelete($con);
            }
            $query->basePostDelete($rows, $con);

            return $rows;
        };

        return ModelWrites::inTransaction($this, $con, $this->transactionOptions(), $write);
    }

    public function deleteAll(?ConnectionInterface $con = null): int
    {
        ModelWrites::assertWritable($this, 'deleteAll');
        ModelWrites::refuseConditions($this, 'deleteAll');
        $con = ModelWrites::connection($this, $con);
        $write = static function (self $query) use ($con): int {
            $rows = $query->basePreDelete($con);
            if (!$rows) {
                // A hook may have added conditions.
                $rows = $query->map === [] ? $query->doDeleteAll($con) : $query->doDelete($con);
            }
            $query->basePostDelete($rows, $con);

            return $rows;
        };

        return ModelWrites::inTransaction($this, $con, $this->transactionOptions(), $write);
    }

    /** Deletes without hooks. */
    public function doDelete(?ConnectionInterface $con = null): int
    {
        ModelWrites::assertWritable($this, 'doDelete');
        $con = ModelWrites::connection($this, $con);
        $rows = parent::doDelete($con);
        ModelWrites::forgetInstances($this, $con);
        $this->getTableMap()::clearRelatedInstancePool();

        return $rows;
    }

    /** Deletes all rows of the table, without hooks. */
    public function doDeleteAll(?ConnectionInterface $con = null): int
    {
        ModelWrites::assertWritable($this, 'doDeleteAll');
        ModelWrites::refuseConditions($this, 'doDeleteAll');
        $con = ModelWrites::connection($this, $con);
        $rows = $con->transaction(fn (): int => parent::doDeleteAll($con));
        ModelWrites::forgetAll($this, $con);
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
        ModelWrites::assertWritable($this, 'update', $forceIndividualSaves);
        $con = ModelWrites::connection($this, $con);
        $write = static function (self $query) use ($con, $values, $forceIndividualSaves): int {
            $asArray = $values instanceof Criteria ? ModelWrites::valuesOf($values) : $values;
            $rows = $query->basePreUpdate($asArray, $con, $forceIndividualSaves);
            if (!$rows) {
                $set = $values instanceof Criteria ? $values : $asArray;
                $rows = $query->doUpdate($set, $con, $forceIndividualSaves);
            }
            $query->basePostUpdate($rows, $con);

            return $rows;
        };
        $options = $this->transactionOptions();

        return ModelWrites::inTransaction($this, $con, $options, $write, !$forceIndividualSaves);
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
        return ModelWrites::upsert($this, $values, $by, $con);
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
            return ModelWrites::saveEach($this, $values, $con);
        }
        $set = $values instanceof Criteria ? clone $values : ModelWrites::assignments($this, $values);
        $con = ConnectionWrapper::wrap($con);
        $rows = parent::doUpdate($set, $con);
        ModelWrites::forgetInstances($this, $con);
        $this->getTableMap()::forgetPassedOn($set->getMap());

        return $rows;
    }
}
