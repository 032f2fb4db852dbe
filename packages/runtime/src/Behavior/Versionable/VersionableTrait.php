<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Behavior\CopiedDates;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\Clock;
use Orm\Runtime\Util\EnumCase;

/**
 * A model object whose former states are stored as versions.
 *
 * @method int save(?ConnectionInterface $con = null)
 * @method int|null getVersion()
 * @method $this setVersion(?int $version)
 */
trait VersionableTrait
{
    use RecordState;

    /** @var bool */
    protected $enforceVersion = false;

    /** Whether the current save creates a version. */
    private bool $isVersionWanted = false;

    /** Whether the version of the current save has its number. The save may write the row twice. */
    private bool $isVersionNumbered = false;

    /** Whether isVersioningNecessary(), which the application may override, returned false although there are changes. */
    private bool $isVersionRefused = false;

    /** Whether this object is already being checked for a new version. */
    private bool $isAskedForVersion = false;

    /**
     * Makes the next save create a version, even if nothing has changed.
     *
     * @return static
     */
    public function enforceVersioning()
    {
        $this->enforceVersion = true;

        return $this;
    }

    /**
     * Returns whether a save would create a version.
     *
     * @return bool
     */
    public function isVersioningNecessary(?ConnectionInterface $con = null)
    {
        if ($this->isAskedForVersion || isset(Record::$inSave[spl_object_id($this)])) {
            return false;
        }
        if ($this->enforceVersion) {
            return true;
        }
        if (!self::versionQuery()::isVersioningEnabled()) {
            return false;
        }
        if ($this->rowIsNew || $this->rowIsDeleted || $this->modifiedColumns !== []) {
            return true;
        }
        $this->isAskedForVersion = true;
        try {
            foreach ($this->loadedVersionRelations() as $related) {
                if ($related->isVersioningNecessary($con)) {
                    return true;
                }
            }
        } finally {
            $this->isAskedForVersion = false;
        }

        return false;
    }

    /**
     * Stores the current state of the object as a version.
     *
     * @return ActiveRecordInterface the version
     */
    public function addVersion(?ConnectionInterface $con = null)
    {
        if ($this->rowIsNew) {
            // A version belongs to a row. The first save creates one, unless versioning is off.
            $this->save($con);
            $first = $this->getOneVersion((int) $this->getVersion(), $con);
            if ($first !== null) {
                return $first;
            }
        }
        $table = VersionedTable::of(self::tableMap());
        $class = VersionedTable::of(self::tableMap())->versionMap::OM_CLASS;
        $version = new $class();
        foreach ($table->phpNames as $name) {
            $version->{'set' . $name}(EnumCase::plain($this->{'get' . $name}()));
        }
        $this->writeVersionRelations($version, $con);
        CopiedDates::keep($version, self::tableMap()::getTableMap());
        $version->save($con);
        $this->enforceVersion = false;

        return $version;
    }

    /**
     * Restores the state of a version, including related objects with versions. A save then creates a new version.
     *
     * @param int|string $versionNumber
     * @return static
     */
    public function toVersion($versionNumber, ?ConnectionInterface $con = null)
    {
        return $this->populateFromVersion($this->requireVersion((int) $versionNumber, $con), $con);
    }

    /**
     * Sets the values of a version.
     *
     * @param ActiveRecordInterface $version
     * @param array<string, object> $loadedObjects the objects that already have the values of a version, by row
     * @return static
     */
    public function populateFromVersion($version, ?ConnectionInterface $con = null, &$loadedObjects = [])
    {
        $table = VersionedTable::of(self::tableMap());
        foreach ($table->restoredNames as $name) {
            $this->{'set' . $name}(EnumCase::plain($version->{'get' . $name}()));
        }
        if ($table->date !== null) {
            // The version that a save creates has a new date.
            unset($this->modifiedColumns[$table->date->getFullyQualifiedName()]);
        }
        $loadedObjects[self::rowOfVersions($this)] = $this;
        $this->restoreVersionRelations($version, $con, $loadedObjects);

        return $this;
    }

    /**
     * Returns the highest version number; 0 if there is no version.
     *
     * @return int
     */
    public function getLastVersionNumber(?ConnectionInterface $con = null)
    {
        $number = VersionedTable::of(self::tableMap())->versionNumber->getPhpName();
        $last = $this->versions()->orderBy($number, Criteria::DESC)->select([$number])->findOne($con);

        return (int) $last;
    }

    /**
     * Returns whether the object equals its latest version.
     *
     * @return bool
     */
    public function isLastVersion(?ConnectionInterface $con = null)
    {
        return $this->getLastVersionNumber($con) === (int) $this->getVersion();
    }

    /** @return ActiveRecordInterface|null the version with that number */
    public function getOneVersion(int $versionNumber, ?ConnectionInterface $con = null)
    {
        $number = VersionedTable::of(self::tableMap())->versionNumber->getPhpName();

        return $this->versions()->{'filterBy' . $number}($versionNumber)->findOne($con);
    }

    /** @return ObjectCollection<int, ActiveRecordInterface> the oldest version first */
    public function getAllVersions(?ConnectionInterface $con = null)
    {
        $number = VersionedTable::of(self::tableMap())->versionNumber->getPhpName();

        return $this->versions()->orderBy($number)->find($con);
    }

    /** @return ObjectCollection<int, ActiveRecordInterface> the latest version first */
    public function getLastVersions($number = 10, ?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        $query = $this->versions();
        if ($criteria !== null) {
            $query->mergeWith($criteria);
        }
        $name = VersionedTable::of(self::tableMap())->versionNumber->getPhpName();

        return $query->orderBy($name, Criteria::DESC)->limit($number)->find($con);
    }

    /**
     * Returns the differences between the current state and a version.
     *
     * @param string $keys `columns` or `versions`: the first key of the result
     * @param list<string> $ignoredColumns
     * @return array<int|string, array<int|string, mixed>>
     */
    public function compareVersion(
        int $versionNumber,
        string $keys = 'columns',
        ?ConnectionInterface $con = null,
        array $ignoredColumns = [],
    ) {
        $version = $this->requireVersion($versionNumber, $con);
        $from = ObjectExport::of($this, TableMap::TYPE_PHPNAME);
        $to = ObjectExport::of($version, TableMap::TYPE_PHPNAME);

        return $this->computeDiff($from, $to, $keys, $ignoredColumns);
    }

    /**
     * Returns the differences between two versions.
     *
     * @param list<string> $ignoredColumns
     * @return array<int|string, array<int|string, mixed>>
     */
    public function compareVersions(
        int $fromVersionNumber,
        int $toVersionNumber,
        string $keys = 'columns',
        ?ConnectionInterface $con = null,
        array $ignoredColumns = [],
    ) {
        $from = ObjectExport::of($this->requireVersion($fromVersionNumber, $con), TableMap::TYPE_PHPNAME);
        $to = ObjectExport::of($this->requireVersion($toVersionNumber, $con), TableMap::TYPE_PHPNAME);

        return $this->computeDiff($from, $to, $keys, $ignoredColumns);
    }

    /**
     * Restores number and date from before a save that was rolled back.
     *
     * @internal
     * @param list<array{ColumnMap, mixed, bool}> $state the columns, their former values, and whether they were
     *     modified
     */
    protected function restoreVersionColumns(array $state): void
    {
        foreach ($state as [$column, $value, $isModified]) {
            $this->{$column->getProperty()} = $value;
            if (!$isModified) {
                unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
            }
        }
    }

    /**
     * Determines before a save whether it creates a version.
     *
     * @return void
     */
    protected function noteVersioning(ConnectionInterface $con)
    {
        $this->isVersionWanted = (bool) $this->isVersioningNecessary($con);
        $this->isVersionNumbered = false;
        $this->isVersionRefused = !$this->isVersionWanted && ($this->rowIsNew || $this->modifiedColumns !== []);
    }

    /**
     * Assigns the version number right before the row is written, and locks the row against other saves.
     *
     * @return void
     */
    protected function numberVersion(ConnectionInterface $con)
    {
        // A foreign key set by a new related object is a change, too.
        $isChanged = $this->rowIsNew || $this->modifiedColumns !== [];
        $this->isVersionWanted = $this->isVersionWanted
            || ($isChanged && !$this->isVersionRefused && self::versionQuery()::isVersioningEnabled());
        if (!$this->isVersionWanted || $this->isVersionNumbered) {
            return;
        }
        $this->isVersionNumbered = true;
        $table = VersionedTable::of(self::tableMap());
        $last = 0;
        if (!$this->rowIsNew) {
            $last = $table->lockNumber($this->originalKey ?? $this->keyParts(), $con);
        }
        $this->noteVersionColumns($table, $con);
        $this->setVersion($last + 1);
        if ($table->date !== null && !isset($this->modifiedColumns[$table->date->getFullyQualifiedName()])) {
            $this->{'set' . $table->date->getPhpName()}(Clock::now());
        }
    }

    /**
     * Writes the version after the row and the rows that refer to it.
     *
     * @return void
     */
    protected function writeVersion(ConnectionInterface $con)
    {
        if ($this->isVersionWanted) {
            $this->isVersionWanted = false;
            $isPlain = !Record::of(static::class)->hasOwn('addVersion');
            if ($isPlain && VersionedTable::of(self::tableMap())->copy($this->keyParts(), $con)) {
                $this->enforceVersion = false;
            } else {
                $this->addVersion($con);
            }
        }
    }

    /**
     * @param array<string, mixed> $fromVersion values by phpName, including the version number
     * @param array<string, mixed> $toVersion
     * @param string $keys `columns` or `versions`: the first key of the result
     * @param list<string> $ignoredColumns
     * @return array<int|string, array<int|string, mixed>>
     */
    protected function computeDiff($fromVersion, $toVersion, $keys = 'columns', $ignoredColumns = [])
    {
        $table = VersionedTable::of(self::tableMap());
        $number = $table->number->getPhpName();
        [$fromNumber, $toNumber] = [(int) $fromVersion[$number], (int) $toVersion[$number]];
        $diff = [];
        $given = array_keys(array_intersect_key($fromVersion, $toVersion));
        $names = array_diff(array_intersect($table->phpNames, $given), $table->logNames, $ignoredColumns);
        foreach ($names as $name) {
            if ($table->isSame($name, $fromVersion[$name], $toVersion[$name])) {
                continue;
            }
            $values = [[$fromNumber, $fromVersion[$name]], [$toNumber, $toVersion[$name]]];
            foreach ($values as [$version, $value]) {
                if ($keys === 'versions') {
                    $diff[$version][$name] = $value;
                } else {
                    $diff[$name][$version] = $value;
                }
            }
        }

        return $diff;
    }

    private function noteVersionColumns(VersionedTable $table, ConnectionInterface $con): void
    {
        $state = [];
        foreach (array_filter([$table->number, $table->date]) as $column) {
            $isModified = isset($this->modifiedColumns[$column->getFullyQualifiedName()]);
            $state[] = [$column, $this->{$column->getProperty()}, $isModified];
        }
        assert($this instanceof ActiveRecordInterface);
        ConnectionWrapper::wrap($con)->rollbackLog?->moved($this, $state, 'restoreVersionColumns');
    }

    private function requireVersion(int $number, ?ConnectionInterface $con): ActiveRecordInterface
    {
        return $this->getOneVersion($number, $con)
            ?? throw new OrmException(sprintf('This %s has no version %d', static::class, $number));
    }

    private function versions(): ModelCriteria
    {
        return VersionedTable::of(self::tableMap())->versionsOf($this->originalKey ?? $this->keyParts());
    }

    /** @return class-string */
    private static function versionQuery(): string
    {
        return self::tableMap()::getTableMap()->getClassName() . 'Query';
    }

    /** @return list<ActiveRecordInterface&VersionableTrait> the loaded related objects with versions */
    private function loadedVersionRelations(): array
    {
        $table = VersionedTable::of(self::tableMap());
        $loaded = [];
        foreach ($table->parents as $relation) {
            $loaded[] = $this->{$relation->getProperty()} ?? null;
        }
        foreach ($table->children as [$relation]) {
            if ($relation->getType() === RelationMap::ONE_TO_ONE) {
                $loaded[] = $this->{$relation->getProperty()} ?? null;
            } else {
                foreach ($this->{$relation->getProperty()} ?? [] as $object) {
                    $loaded[] = $object;
                }
            }
        }

        return array_values(array_filter($loaded));
    }

    private function writeVersionRelations(ActiveRecordInterface $version, ?ConnectionInterface $con): void
    {
        $table = VersionedTable::of(self::tableMap());
        foreach ($table->parents as $name => $relation) {
            $version->{'set' . $name}((int) $this->{'get' . $relation->getName()}($con)?->getVersion());
        }
        foreach ($table->children as $ids => [$relation, $versions]) {
            $objects = $this->versionChildren($relation, $con);
            $version->{'set' . $ids}(array_map(static fn (object $child) => $child->getPrimaryKey(), $objects));
            $version->{'set' . $versions}(
                array_map(static fn (object $child): int => (int) $child->getVersion(), $objects),
            );
        }
    }

    /** @return list<ActiveRecordInterface> the children with rows */
    private function versionChildren(RelationMap $relation, ?ConnectionInterface $con): array
    {
        if ($relation->getType() === RelationMap::ONE_TO_ONE) {
            $objects = [$this->{'get' . $relation->getName()}($con)];
        } elseif (Orm::isInstancePoolingEnabled()) {
            $objects = $this->{'get' . $relation->getPluralName()}(null, $con)->getData();
        } else {
            // The query returns separate objects, which must not replace the saved ones.
            $query = ($relation->getLocalTable()->getClassName() . 'Query')::create();
            $query->{'filterBy' . $relation->getSymmetricalRelation()->getName()}($this);
            $objects = $query->find($con)->getData();
        }
        $hasRow = static fn (?ActiveRecordInterface $object): bool => $object !== null && !$object->isNew();

        return array_values(array_filter($objects, $hasRow));
    }

    /** @param array<string, object> $loadedObjects */
    private function restoreVersionRelations(
        ActiveRecordInterface $version,
        ?ConnectionInterface $con,
        array &$loadedObjects,
    ): void {
        $table = VersionedTable::of(self::tableMap());
        foreach ($table->parents as $name => $relation) {
            $key = $this->{'get' . $relation->getLocalColumns()[0]->getPhpName()}();
            $number = (int) $version->{'get' . $name}();
            if ($key !== null && $number > 0) {
                $query = ($relation->getForeignTable()->getClassName() . 'Query')::create();
                $query->{'filterBy' . $relation->getForeignColumns()[0]->getPhpName()}($key);
                $parent = self::objectAtVersion($query->findOne($con), $number, $con, $loadedObjects);
                if ($parent !== null) {
                    $this->{'set' . $relation->getName()}($parent);
                }
            }
        }
        foreach ($table->children as $ids => [$relation, $versions]) {
            $keys = (array) $version->{'get' . $ids}();
            if ($keys === []) {
                // There were no related objects, or the version is older than the column.
                continue;
            }
            $numbers = (array) $version->{'get' . $versions}();
            $query = $relation->getLocalTable()->getClassName() . 'Query';
            $children = [];
            foreach ($keys as $i => $key) {
                $child = $query::create()->findPk($key, $con);
                $children[] = self::objectAtVersion($child, (int) $numbers[$i], $con, $loadedObjects);
            }
            $children = array_values(array_filter($children));
            if ($relation->getType() !== RelationMap::ONE_TO_ONE) {
                $this->{'init' . $relation->getPluralName()}();
                foreach ($children as $child) {
                    $this->{'add' . $relation->getName()}($child);
                }
                $this->{'resetPartial' . $relation->getPluralName()}(false);
            } elseif ($children !== []) {
                $this->{'set' . $relation->getName()}($children[0]);
            }
        }
    }

    /**
     * Returns an object in the state of a version; null if its row or the version does not exist.
     *
     * @param (ActiveRecordInterface&VersionableTrait)|null $object
     * @param array<string, object> $loadedObjects
     */
    private static function objectAtVersion(
        ?ActiveRecordInterface $object,
        int $number,
        ?ConnectionInterface $con,
        array &$loadedObjects,
    ): ?ActiveRecordInterface {
        if ($object === null) {
            return null;
        }
        // Without instance pools, each read of a row creates a new object.
        $loaded = $loadedObjects[self::rowOfVersions($object)] ?? null;
        if ($loaded !== null) {
            return $loaded;
        }
        $version = $object->getOneVersion($number, $con);

        return $version === null ? null : $object->populateFromVersion($version, $con, $loadedObjects);
    }

    /** Returns the row of an object as an array key. */
    private static function rowOfVersions(ActiveRecordInterface $object): string
    {
        return Record::tableMap($object) . ' ' . serialize($object->getPrimaryKey());
    }
}
