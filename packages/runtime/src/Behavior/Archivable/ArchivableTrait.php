<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Archivable;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Behavior\CopiedDates;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\Clock;
use Orm\Runtime\Util\EnumCase;

/** A model object whose row has an archive. */
trait ArchivableTrait
{
    use RecordState;

    private bool $archivesAfterSave = true;

    /** @return ActiveRecordInterface|object|null the archived copy of this row */
    public function getArchive(?ConnectionInterface $con = null)
    {
        if ($this->rowIsNew) {
            return null;
        }
        $query = (ArchivedTable::of(self::tableMap())->archiveClass . 'Query')::create();

        return $query->filterByPrimaryKey($this->getPrimaryKey())->findOne(self::archiveConnection($con));
    }

    /**
     * Writes the current state of the object to the archive.
     *
     * @return ActiveRecordInterface|object the archived object
     */
    public function archive(?ConnectionInterface $con = null)
    {
        if ($this->rowIsNew) {
            throw new OrmException(sprintf('A new %s cannot be archived', static::class));
        }
        $class = ArchivedTable::of(self::tableMap())->archiveClass;
        $archiveCon = self::archiveConnection($con);
        $archive = $this->getArchive($archiveCon) ?? new $class();
        $table = self::tableMap()::getTableMap();
        foreach ($table->getColumns() as $column) {
            $name = $column->getPhpName();
            if (method_exists($archive, 'set' . $name)) {
                $archive->{'set' . $name}(EnumCase::plain($this->{'get' . $name}()));
            }
        }
        $date = ArchivedTable::of(self::tableMap())->dateName;
        if ($date !== null && method_exists($archive, 'set' . $date)) {
            $archive->{'set' . $date}(Clock::now());
        }
        if ($archive instanceof ActiveRecordInterface) {
            CopiedDates::keep($archive, $table);
        }
        $archive->save($archiveCon);

        return $archive;
    }

    /**
     * Copies the values of this row's archived copy to the object, without saving.
     *
     * @return static
     */
    public function restoreFromArchive(?ConnectionInterface $con = null)
    {
        $archive = $this->getArchive($con)
            ?? throw new OrmException(sprintf('This %s was never archived', static::class));

        return $this->populateFromArchive($archive);
    }

    /**
     * Copies the values of an archived object to this one.
     *
     * @param ActiveRecordInterface|object $archive
     * @param bool $populateAutoIncrementPrimaryKeys true: also the key, which can only be inserted with `allowPkInsert`
     * @return static
     */
    public function populateFromArchive($archive, bool $populateAutoIncrementPrimaryKeys = false)
    {
        $table = self::tableMap()::getTableMap();
        foreach ($table->getColumns() as $column) {
            $isGenerated = $column->getName() === self::tableMap()::AUTO_INCREMENT;
            $name = $column->getPhpName();
            if (
                (!$isGenerated || $populateAutoIncrementPrimaryKeys)
                && !in_array($name, constant(self::tableMap() . '::NOT_IN_ARCHIVE'), true)
                && method_exists($archive, 'get' . $name)
            ) {
                $this->{'set' . $name}(EnumCase::plain($archive->{'get' . $name}()));
            }
        }

        return $this;
    }

    /** Returns the connection for the archive, which is a separate one if the archive is in another database. */
    private static function archiveConnection(?ConnectionInterface $con): ?ConnectionInterface
    {
        $archiveMap = ArchivedTable::of(self::tableMap())->archiveMap;
        $database = $archiveMap === null ? self::tableMap()::DATABASE_NAME : $archiveMap::DATABASE_NAME;

        return $con === null || $database === self::tableMap()::DATABASE_NAME || $con->getName() === $database
            ? $con
            : Orm::getServiceContainer()->getWriteConnection($database);
    }

    private function archiveAfterSave(ConnectionInterface $con): void
    {
        if (!$this->archivesAfterSave) {
            return;
        }
        $table = ArchivedTable::of(self::tableMap());
        $isWritten = !Record::of(static::class)->hasOwn('archive') && $table->takesValues($this)
            && $table->write(fn (string $property): mixed => $this->$property, $con);
        if (!$isWritten) {
            $this->archive($con);
        }
    }

    /**
     * @template T
     * @param callable(): T $save
     * @return T
     */
    private function withoutArchive(callable $save): mixed
    {
        $this->archivesAfterSave = false;
        try {
            return $save();
        } finally {
            $this->archivesAfterSave = true;
        }
    }
}
