<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ConcreteInheritance;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectCopy;
use Orm\Runtime\ActiveRecord\PersistenceTrait;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\ActiveRecord\UpdatePlan;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * An object whose row has a matching row in the parent table, with the same key and the same values in shared columns.
 *
 * @method void setPrimaryKey(mixed $key)
 */
trait ConcreteInheritanceTrait
{
    use RecordState;

    /**
     * @template T of ActiveRecordInterface
     * @param class-string<T> $class the class of the parent
     * @param string $descendant the column of the parent with the class of its child
     * @return T
     */
    private function parentOrNew(
        string $class,
        string $descendant,
        string $own,
        ?ConnectionInterface $con,
    ): ActiveRecordInterface {
        $key = $this->isPrimaryKeyNull() ? null : $this->getPrimaryKey();
        $parent = $key === null ? null : self::rowsOf($class)->findPk($key, $con);
        if ($parent !== null && !$this->isNew()) {
            return $parent;
        }
        if ($parent === null || !in_array($parent->{'get' . $descendant}(), [null, $own], true)) {
            $parent = new $class();
            if ($key !== null && method_exists($parent, 'setPrimaryKey')) {
                $parent->setPrimaryKey($key);
            }
        }
        $parent->{'set' . $descendant}($own);

        return $parent;
    }

    /** Returns a query for all rows of a parent class, also those that are marked as deleted like the own row. */
    private static function rowsOf(string $class): ModelCriteria
    {
        return QueryAccess::call(($class . 'Query')::create(), 'includeHiddenRows');
    }

    /**
     * @template T of ActiveRecordInterface
     * @param T $parent
     * @param list<string> $relations that both tables have
     * @param list<string> $scopes columns with the scope of a nested set, which only moves change
     * @return T
     */
    private function copyToParent(
        ActiveRecordInterface $parent,
        array $relations,
        array $scopes = [],
    ): ActiveRecordInterface {
        $table = self::tableMap()::getTableMap();
        $names = self::parentColumnNames();
        if (method_exists($parent, 'isInTree') && !$parent->isInTree()) {
            array_push($names, ...$scopes);
        }
        // An update of both rows writes the same columns: others may have changed the rest since this object was read.
        $onlyChanges = isset(Record::$inSave[spl_object_id($this)]) && !$this->rowIsNew && !$parent->isNew();
        foreach ($names as $name) {
            $column = $table->getColumnByPhpName($name);
            if (!$onlyChanges || isset($this->modifiedColumns[$column->getFullyQualifiedName()])) {
                $parent->{'set' . $name}(ObjectCopy::value($this, $column));
            }
        }
        foreach ($relations as $name) {
            $related = $this->{'get' . $name}();
            if ($related !== null && $related->isNew()) {
                $parent->{'set' . $name}($related);
            }
        }

        return $parent;
    }

    /**
     * Adopts the key of the saved parent, and the default values that the database has set in its row, so that the own
     * row gets the same values. A rollback removes the parent row, and the next save inserts another one.
     */
    private function takeKeyOf(ActiveRecordInterface $parent, ConnectionInterface $con): void
    {
        if ($parent->isNew()) {
            throw new OrmException(sprintf(
                'This %s cannot be saved: a hook of %s has refused to save the row of its parent',
                static::class,
                $parent::class,
            ));
        }
        $made = $this->rowIsNew ? $this->defaultsOfParent($this->modifiedColumns) : [];
        if ($this->rowIsNew && ($this->isPrimaryKeyNull() || $made !== [])) {
            ConnectionWrapper::wrap($con)->rollbackLog?->moved($this, $this->modifiedColumns, 'forgetKeyOfParent');
        }
        $this->setPrimaryKey($parent->getPrimaryKey());
        $parentMap = Record::tableMap($parent)::getTableMap();
        foreach (array_keys($made) as $name) {
            $this->{'set' . $name}(ObjectCopy::value($parent, $parentMap->getColumnByPhpName($name)));
        }
    }

    /**
     * @param array<string, true> $modifiedColumns
     * @return array<string, ColumnMap> the columns, by phpName, whose value is a database default in both rows
     */
    private function defaultsOfParent(array $modifiedColumns): array
    {
        $columns = [];
        foreach (array_intersect(self::parentColumnNames(), self::tableMap()::DATABASE_DEFAULTS) as $name) {
            $column = self::tableMap()::getTableMap()->getColumnByPhpName($name);
            if (!isset($modifiedColumns[$column->getFullyQualifiedName()])) {
                $columns[$name] = $column;
            }
        }

        return $columns;
    }

    /**
     * @internal
     * @param array<string, true> $modifiedColumns the modified columns before the key was known
     */
    protected function forgetKeyOfParent(array $modifiedColumns): void
    {
        $keys = self::tableMap()::getTableMap()->getPrimaryKeys();
        foreach ([...array_values($keys), ...array_values($this->defaultsOfParent($modifiedColumns))] as $column) {
            $this->{$column->getProperty()} = null;
            if (!isset($modifiedColumns[$column->getFullyQualifiedName()])) {
                unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
            }
        }
    }

    /**
     * Writes the changes to the row of the parent table, without loading it.
     *
     * @return bool false: a statement is not enough, the parent must be saved as an object
     */
    private function writeToParent(ConnectionInterface $con): bool
    {
        $known = Orm::$services->facts[self::class][static::class] ?? $this->parentColumns();
        if ($this->originalKey !== null || $known === false || !Orm::$hasShortcuts) {
            return false;
        }
        $columns = [];
        foreach ($known as $name => $column) {
            if (isset($this->modifiedColumns[$name])) {
                $columns[$column] = true;
            }
        }
        if ($columns === []) {
            return true;
        }
        $map = get_parent_class(self::class)::TABLE_MAP;
        $pool = $map::objectPool();
        if ($pool !== [] && isset($pool[$map::getInstanceKey($this->getPrimaryKey()) ?? ''])) {
            return false;
        }
        $plan = UpdatePlan::of($map, $columns);
        $values = [];
        foreach ($plan->properties as $property) {
            $values[] = $this->$property;
        }
        $con = ConnectionWrapper::wrap($con);
        $con->rollbackLog?->changed();

        return $plan->execute($con, [...$values, ...$this->keyParts()]) > 0;
    }

    /**
     * Returns the full names of the parent table's columns, by the full names of the columns of this table.
     *
     * @return array<string, string>|false false: the parent must be saved as an object
     */
    private function parentColumns(): array|false
    {
        $parent = (string) get_parent_class(self::class);
        $own = Record::of(static::class);
        $isRow = !$own->hasOwn('getSyncParent') && !$own->hasOwn('getParentOrCreate') && Record::insertsInBulk($parent);
        $columns = $isRow ? [] : false;
        if ($isRow) {
            foreach (self::parentColumnNames() as $name) {
                $columns[self::tableMap()::getTableMap()->getColumnByPhpName($name)->getFullyQualifiedName()]
                    = Record::tableMap($parent)::getTableMap()->getColumnByPhpName($name)->getFullyQualifiedName();
            }
        }
        if (Orm::$hasShortcuts) {
            Orm::services()->facts[self::class][static::class] = $columns;
        }

        return $columns;
    }

    /**
     * Moves the row to the new parent after its key has changed, and deletes the former parent, which has no child
     * left. The other changes of the row are written afterwards.
     */
    private function leaveFormerParent(ActiveRecordInterface $parent, ConnectionInterface $con): void
    {
        $formerKey = $this->originalKey;
        if ($formerKey === null) {
            return;
        }
        $map = self::tableMap();
        $columns = [];
        foreach ($map::getTableMap()->getPrimaryKeys() as $column) {
            $columns[$column->getFullyQualifiedName()] = true;
        }
        $con = ConnectionWrapper::wrap($con);
        if (UpdatePlan::of($map, $columns)->execute($con, [...$this->keyParts(), ...$formerKey]) === 0) {
            return;
        }
        $con->rollbackLog?->saved($this, false, $this->modifiedColumns, $formerKey);
        $this->originalKey = null;
        if (InstancePools::forgetFormerKey($map, $this, $formerKey)) {
            $map::addInstanceToPool($this);
        }
        /** @var (ActiveRecordInterface&PersistenceTrait)|null $former */
        $former = self::rowsOf($parent::class)->findPk(isset($formerKey[1]) ? $formerKey : $formerKey[0], $con);
        $child = $map;
        for ($each = $former; $each !== null && !$each->isNew(); $each = self::parentOf($each, $con)) {
            self::refuseReferrers($each, $child, $con);
            $child = Record::tableMap($each);
        }
        $former?->delete($con);
    }

    private static function parentOf(ActiveRecordInterface $object, ConnectionInterface $con): ?ActiveRecordInterface
    {
        return method_exists($object, 'getParentOrCreate') ? $object->getParentOrCreate($con) : null;
    }

    /**
     * Throws if rows refer to the parent, because they would be deleted with it or lose it.
     *
     * @param class-string<TableMap> $child the child table whose row is deleted as well
     */
    private static function refuseReferrers(
        ActiveRecordInterface $parent,
        string $child,
        ConnectionInterface $con,
    ): void {
        foreach (Record::tableMap($parent)::getTableMap()->getRelations() as $relation) {
            $isReferred = in_array($relation->getType(), [RelationMap::ONE_TO_MANY, RelationMap::ONE_TO_ONE], true);
            if (!$isReferred || $relation->getRightTable()::class === $child) {
                continue;
            }
            $query = ($relation->getRightTable()->getClassName() . 'Query')::create();
            $columns = $relation->getRightColumns();
            foreach ($relation->getLeftColumns() as $i => $column) {
                $query->add($columns[$i]->getFullyQualifiedName(), $parent->{'get' . $column->getPhpName()}());
            }
            if ($query->exists($con)) {
                throw new OrmException(sprintf(
                    'The key of this %s cannot be changed: rows of table "%s" refer to its row of table "%s"',
                    static::class,
                    $relation->getRightTable()->getName(),
                    Record::tableMap($parent)::TABLE_NAME,
                ));
            }
        }
    }

    /** @param list<string> $columns */
    private function copyFromParent(ActiveRecordInterface $parent, array $columns): void
    {
        foreach ($columns as $name) {
            $this->{'set' . $name}(Record::keyValue($parent, $name));
        }
    }

    /** @return list<string> phpNames of the columns that the parent table also has */
    private static function parentColumnNames(): array
    {
        /** @disregard P1012 the generated class has the constant */
        return self::PARENT_COLUMNS;
    }
}
