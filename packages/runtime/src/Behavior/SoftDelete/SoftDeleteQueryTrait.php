<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\SoftDelete;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\Behavior\Deletion;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\Clock;

/** A query that hides rows that are marked as deleted. */
trait SoftDeleteQueryTrait
{
    use QueryHost;

    /** @var bool */
    protected $hidesDeleted = true;

    /**
     * Also finds deleted rows.
     *
     * @return static
     */
    public function includeDeleted()
    {
        $this->hidesDeleted = false;
        $join = $this->getPreviousJoin();
        if ($join instanceof ModelJoin) {
            $join->includeDeleted();
        }

        return $this;
    }

    /**
     * Marks the rows that the query selects as deleted.
     *
     * @return int
     */
    public function softDelete(?ConnectionInterface $con = null)
    {
        $column = $this->getTableMap()->getColumn(self::tableMap()::DELETED_COLUMN);
        $now = $column->isTemporal() ? Clock::now() : Clock::now()->getTimestamp();
        $hides = $this->hidesDeleted;
        $this->hidesDeleted = true;
        try {
            return $this->update([$column->getPhpName() => $now], $con);
        } finally {
            $this->hidesDeleted = $hides;
        }
    }

    /**
     * Permanently deletes the rows that the query selects.
     *
     * @return int
     */
    public function forceDelete(?ConnectionInterface $con = null)
    {
        return Deletion::force(self::tableMap(), fn (): int => $this->delete($con));
    }

    /**
     * Permanently deletes all rows of the table.
     *
     * @return int
     */
    public function forceDeleteAll(?ConnectionInterface $con = null)
    {
        return Deletion::force(self::tableMap(), fn (): int => $this->deleteAll($con));
    }

    /**
     * Restores the deleted rows that the query selects.
     *
     * @return int
     */
    public function unDelete(?ConnectionInterface $con = null)
    {
        $column = $this->getTableMap()->getColumn(self::tableMap()::DELETED_COLUMN);

        return $this->includeDeleted()
            ->addUsingAlias(self::tableMap()::DELETED_COLUMN, null, Criteria::ISNOTNULL)
            ->update([$column->getPhpName() => null], $con);
    }

    /**
     * Makes queries hide deleted rows and deletes mark rows, which is the default.
     *
     * @return void
     */
    public static function enableSoftDelete()
    {
        $services = Orm::services();
        unset($services->softDeleteOff[self::tableMap()]);
        // Shared joins were built without the condition.
        $services->plans->joins = [];
    }

    /**
     * Makes queries find all rows and deletes remove them, until enableSoftDelete() or Orm::reset().
     *
     * @return void
     */
    public static function disableSoftDelete()
    {
        $services = Orm::services();
        $services->softDeleteOff[self::tableMap()] = true;
        $services->plans->joins = [];
    }

    /** @return bool */
    public static function isSoftDeleteEnabled()
    {
        return !isset(Orm::services()->softDeleteOff[self::tableMap()]);
    }

    /** @return void */
    protected function hideDeleted()
    {
        if ($this->hidesDeleted && self::isSoftDeleteEnabled()) {
            $this->addUsingAlias(self::tableMap()::DELETED_COLUMN, null, Criteria::ISNULL);
        }
    }

    /** @return static */
    protected function includeHiddenRows()
    {
        return $this->includeDeleted();
    }

    /** @return int */
    protected function deleteReferringRows(ConnectionInterface $con)
    {
        return $this->forceDelete($con);
    }

    /** @return int */
    protected function deleteWithHooks(ConnectionWrapper $con, bool $all)
    {
        // Queries of tables that inherit from this one call this too: their own table counts.
        if (!Deletion::isSoft($this->tableMapClass())) {
            return parent::deleteWithHooks($con, $all);
        }

        return $this->preDelete($con) ?: $this->softDelete($con);
    }
}
