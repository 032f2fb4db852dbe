<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Archivable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\ModelWrites;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\RepeatedTransaction;
use Orm\Runtime\Orm;

/** A query on rows that have an archive. */
trait ArchivableQueryTrait
{
    use QueryHost;

    /** @var bool */
    protected $archiveOnUpdate = true;

    /** @var bool */
    protected $archiveOnDelete = true;

    /** Whether the object is being deleted without an archive copy. */
    private static bool $skipsArchive = false;

    /** @var list<list<mixed>> keys of the rows that an update changes */
    private array $rowsToArchive = [];

    /**
     * Deletes an object without archiving it. The transaction is not retried, because the retry would archive the
     * object.
     *
     * @internal
     */
    protected static function withoutArchive(callable $delete, ?ConnectionInterface $con): void
    {
        $con ??= Orm::getServiceContainer()->getWriteConnection(self::tableMap()::DATABASE_NAME);
        ConnectionWrapper::wrap($con)->transaction(static function () use ($delete): void {
            self::$skipsArchive = true;
            try {
                $delete();
            } finally {
                self::$skipsArchive = false;
            }
        }, ['write' => true]);
    }

    /**
     * @param Criteria|array<string, mixed> $values
     * @return int
     */
    public function update($values, ?ConnectionInterface $con = null, bool $forceIndividualSaves = false)
    {
        try {
            return parent::update($values, $con, $forceIndividualSaves);
        } finally {
            // The update may have been run by a copy of the query.
            $this->archiveOnUpdate = true;
        }
    }

    /**
     * @param array<string, mixed>|Criteria $values
     * @return int
     */
    public function doUpdate($values, ConnectionInterface $con, bool $forceIndividualSaves = false)
    {
        return $forceIndividualSaves && !$this->archiveOnUpdate
            ? ModelWrites::saveEach($this, $values, $con, 'saveWithoutArchive')
            : parent::doUpdate($values, $con, $forceIndividualSaves);
    }

    /** @return int */
    public function delete(?ConnectionInterface $con = null)
    {
        try {
            return parent::delete($con);
        } finally {
            $this->archiveOnDelete = true;
        }
    }

    /** @return int */
    public function deleteAll(?ConnectionInterface $con = null)
    {
        try {
            return parent::deleteAll($con);
        } finally {
            $this->archiveOnDelete = true;
        }
    }

    /**
     * Copies the rows that the query selects to the archive.
     *
     * @param bool $useLittleMemory whether to load objects one by one if their class overrides archive()
     * @return int the number of archived rows
     */
    public function archive($con = null, $useLittleMemory = true)
    {
        $con ??= Orm::getServiceContainer()->getWriteConnection($this->getDbName());

        return RepeatedTransaction::run(
            $con,
            function () use ($con, $useLittleMemory): int {
                $rows = clone $this;
                $rows->basePreSelect($con);

                return $this->archiveRows($rows->keysToArchive($con), $con, (bool) $useLittleMemory);
            },
            ['write' => true],
            static fn (): bool => ArchivedTable::of(self::tableMap())->isCopied(),
        );
    }

    /** Also runs for the delete() of an object, which uses a query. */
    private function archiveBeforeDelete(ConnectionInterface $con): void
    {
        $wanted = $this->archiveOnDelete && !self::$skipsArchive;
        self::$skipsArchive = false;
        if ($wanted) {
            $this->archiveRows($this->keysToArchive($con), $con, true);
        }
    }

    /** Finds the rows before the update, because afterwards they may no longer match the query. */
    private function noteRowsToArchive(ConnectionInterface $con, bool $individually): void
    {
        $wanted = $this->archiveOnUpdate && !$individually;
        $this->rowsToArchive = $wanted ? $this->keysToArchive($con) : [];
    }

    private function archiveNotedRows(ConnectionInterface $con): void
    {
        $keys = $this->rowsToArchive;
        $this->rowsToArchive = [];
        $this->archiveRows($keys, $con, true);
    }

    /** @return list<list<mixed>> */
    private function keysToArchive(ConnectionInterface $con): array
    {
        $columns = array_values(self::tableMap()::getTableMap()->getPrimaryKeys());

        return QueryRows::read(clone $this, $columns, $con);
    }

    /** @param list<list<mixed>> $keys */
    private function archiveRows(array $keys, ConnectionInterface $con, bool $useLittleMemory): int
    {
        $table = ArchivedTable::of(self::tableMap());
        if ($table->isCopied()) {
            return $table->copy($keys, $con);
        }
        $count = 0;
        foreach (array_chunk($keys, $useLittleMemory ? 100 : max(1, count($keys))) as $chunk) {
            $plain = array_map(static fn (array $key): mixed => count($key) === 1 ? $key[0] : $key, $chunk);
            /** @var ActiveRecordInterface&ArchivableTrait $object */
            foreach (self::newQuery()->findPks($plain, $con) as $object) {
                $object->archive($con);
                $count++;
            }
        }

        return $count;
    }
}
