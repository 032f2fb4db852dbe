<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Error;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Formatter\RowFormatter;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\Suggestion;
use Throwable;

/** State, identity and hooks of a model object: the members that do not depend on the table. */
trait ActiveRecordTrait
{
    use RecordState;

    public function __construct()
    {
    }

    /**
     * Returns whether the object has no row yet.
     *
     * @return bool
     */
    public function isNew()
    {
        return $this->rowIsNew;
    }

    /** @return void */
    public function setNew(bool $b)
    {
        $this->rowIsNew = $b;
    }

    /**
     * Returns whether the object's row was deleted.
     *
     * @return bool
     */
    public function isDeleted()
    {
        return $this->rowIsDeleted;
    }

    /** @return void */
    public function setDeleted(bool $b)
    {
        $this->rowIsDeleted = $b;
    }

    /**
     * Returns whether the object has changes that are not saved.
     *
     * @return bool
     */
    public function isModified()
    {
        return $this->modifiedColumns !== [];
    }

    /** @return bool */
    public function isColumnModified(string $col)
    {
        return isset($this->modifiedColumns[$col]);
    }

    /**
     * Returns the names of the columns with unsaved changes.
     *
     * @return array
     */
    public function getModifiedColumns()
    {
        return array_keys($this->modifiedColumns);
    }

    /**
     * Marks one column, or all columns, as unchanged.
     *
     * @return void
     */
    public function resetModified(?string $col = null)
    {
        if ($col === null) {
            $this->modifiedColumns = [];
            $this->originalKey = null;
        } else {
            unset($this->modifiedColumns[$col]);
        }
    }

    /** @return bool */
    public function isPrimaryKeyNull()
    {
        $key = $this->getPrimaryKey();
        if (!is_array($key)) {
            return $key === null && self::tableMap()::PRIMARY_KEY_POSITIONS !== [];
        }
        foreach ($key as $part) {
            if ($part !== null) {
                return false;
            }
        }

        return true;
    }

    /**
     * Returns whether all columns with default values still have them. Classes with such columns override it.
     *
     * @return bool
     */
    public function hasOnlyDefaultValues()
    {
        return true;
    }

    /**
     * Returns whether the other object is of this class and has the same primary key.
     *
     * @return bool
     */
    public function equals(mixed $obj)
    {
        if (!$obj instanceof static) {
            return false;
        }
        if ($obj === $this) {
            return true;
        }
        $key = $this->getPrimaryKey();

        return self::keyIsWhole($key) && ($key === $obj->getPrimaryKey() || (self::tableMap()::KEY_TYPE !== null
            && self::tableMap()::getInstanceKey($key) === self::tableMap()::getInstanceKey($obj)));
    }

    /**
     * Returns a hash of the primary key. Without a key, it identifies the object.
     *
     * @return int|string
     */
    public function hashCode()
    {
        $key = $this->getPrimaryKey();
        if (!self::keyIsWhole($key)) {
            return $this->hashOfParents() ?? spl_object_hash($this);
        }

        if (self::tableMap()::KEY_TYPE !== null) {
            // Equal keys have one hash, however they are written.
            $key = self::tableMap()::getInstanceKey($key);
        }

        return crc32((string) json_encode($key, JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR));
    }

    /**
     * Returns a criteria with the values of all modified columns.
     *
     * @return Criteria
     */
    public function buildCriteria()
    {
        $criteria = new Criteria(self::tableMap()::DATABASE_NAME);
        $criteria->setPrimaryTableName(self::tableMap()::TABLE_NAME);
        foreach (self::tableMap()::getTableMap()->getColumns() as $column) {
            $name = $column->getFullyQualifiedName();
            if (isset($this->modifiedColumns[$name])) {
                $criteria->add($name, $this->{$column->getProperty()});
            }
        }

        return $criteria;
    }

    /** @return ModelCriteria a query for this object's row */
    public function buildPkeyCriteria()
    {
        if (self::tableMap()::PRIMARY_KEY_POSITIONS === []) {
            throw new LogicException(sprintf('%s objects have no primary key', static::class));
        }

        $query = OrmQuery::from((string) self::tableMap()::getTableMap()->getClassName())
            ->filterByPrimaryKey($this->originalKey ?? $this->getPrimaryKey());

        // The object exists in memory even if its row is marked as deleted.
        return self::tableMap()::DELETED_COLUMN === null ? $query : $query->includeDeleted();
    }

    /**
     * Returns the virtual columns, such as those of withColumn(), by name.
     *
     * @return array
     */
    public function getVirtualColumns()
    {
        return $this->virtualColumns;
    }

    /** @return bool */
    public function hasVirtualColumn(string $name)
    {
        return array_key_exists($name, $this->virtualColumns);
    }

    /**
     * Returns the value of a virtual column, such as one of withColumn().
     *
     * @return mixed
     */
    public function getVirtualColumn(string $name)
    {
        if (!array_key_exists($name, $this->virtualColumns)) {
            throw new OrmException(sprintf('%s has no virtual column "%s"', static::class, $name));
        }

        return $this->virtualColumns[$name];
    }

    /**
     * Sets a virtual column, which is not saved.
     *
     * @return static
     */
    public function setVirtualColumn(string $name, mixed $value)
    {
        $this->virtualColumns[$name] = $value;

        return $this;
    }

    /** @return void */
    public function ensureConsistency()
    {
    }

    /**
     * Returns a new object with the same values. A deep copy also copies the objects that refer to this one.
     *
     * @return static
     */
    public function copy(bool $deepCopy = false)
    {
        $copy = new static();
        $this->copyInto($copy, $deepCopy);

        return $copy;
    }

    /**
     * Copies the values of this object to another one.
     *
     * @param bool $makeNew whether the copy is a new object without the auto-increment key
     * @return void
     */
    public function copyInto(object $copyObj, bool $deepCopy = false, bool $makeNew = true)
    {
        ObjectCopy::into($this, $copyObj, $deepCopy, $makeNew);
    }

    /**
     * Resets the object to the state of a new one.
     *
     * @return static
     */
    public function clear()
    {
        ObjectRelations::leaveParents($this);
        // Queries that find the row must not return the emptied object.
        if ($this->originalKey !== null) {
            InstancePools::forgetFormerKey(self::tableMap(), $this, $this->originalKey);
        } elseif (self::tableMap()::hasInPool($this)) {
            self::tableMap()::removeInstanceFromPool($this);
        }
        $this->originalKey = null;
        ObjectRelations::resetColumns($this);
        if (method_exists($this, 'applyDefaultValues')) {
            $this->applyDefaultValues();
        }
        $this->clearAllReferences();
        $this->resetModified();
        $this->virtualColumns = [];
        unset(Record::$inSave[spl_object_id($this)]);
        $this->rowIsNew = true;
        $this->rowIsDeleted = false;
        if (method_exists($this, 'behaviorPostClear')) {
            $this->behaviorPostClear();
        }

        return $this;
    }

    /**
     * Forgets related objects; with $deep, also those of the related objects.
     *
     * @return static
     */
    public function clearAllReferences(bool $deep = false)
    {
        ObjectRelations::clear($this, $deep);

        return $this;
    }

    /** @return list<string> all properties except related objects, including those of the stub class */
    public function __sleep()
    {
        return SerializedProperties::of($this);
    }

    /**
     * Returns the value for `json_encode($object)`: the columns by phpName, as in toArray().
     *
     * @return mixed
     */
    #[\ReturnTypeWillChange]
    public function jsonSerialize()
    {
        return ObjectExport::json($this);
    }

    /**
     * @param string $name
     * @param list<mixed> $params
     * @return mixed
     */
    public function __call($name, $params)
    {
        return $this->__parentCall($name, $params);
    }

    // phpcs:disable PSR2.Methods.MethodDeclaration.Underscore -- the name that behaviors and stubs know
    /**
     * Implements __call(), for behaviors and stub classes with their own __call().
     *
     * @param string $name
     * @param list<mixed> $params
     * @return mixed
     */
    public function __parentCall($name, $params)
    {
        // phpcs:enable
        if (str_starts_with($name, 'get')) {
            foreach ([substr($name, 3), lcfirst(substr($name, 3))] as $column) {
                if (array_key_exists($column, $this->virtualColumns)) {
                    return $this->virtualColumns[$column];
                }
            }
        }
        throw new BadMethodCallException(
            sprintf('%s has no method %s()%s', static::class, $name, Suggestion::method($this, $name)),
        );
    }

    /**
     * Throws an exception that names the getter, because columns are not public properties.
     *
     * @param string $name
     * @return mixed
     */
    public function __get($name)
    {
        $column = self::tableMap()::getTableMap()->findColumnByName((string) $name);
        if ($column !== null || property_exists($this, $name)) {
            $getter = 'get' . ($column?->getPhpName() ?? ucfirst($name));
            throw new Error(sprintf(
                'Cannot access protected property %s::$%s%s',
                static::class,
                $name,
                method_exists($this, $getter) ? sprintf(': call %s()', $getter) : '',
            ));
        }
        trigger_error(sprintf('Undefined property: %s::$%s', static::class, $name), E_USER_WARNING);

        return null;
    }

    /**
     * Returns false, because columns are not public properties. Without this method, `$book->title ?? ''` would call
     * __get().
     *
     * @param string $name
     * @return bool
     */
    public function __isset($name)
    {
        return false;
    }

    /**
     * Marks the object as equal to its row.
     *
     * @return void
     */
    protected function becomeHydrated()
    {
        $this->modifiedColumns = [];
        $this->rowIsNew = false;
        $this->rowIsStale = false;
    }

    /**
     * Makes a related object that was just loaded refer back to this one.
     *
     * @param object|null $related
     * @return void
     */
    protected function relateBack($related, string $property)
    {
        $related === null || Record::relate($related, $property, $this);
    }

    /**
     * Returns whether a related object has this one in a property, without loading what its foreign key names.
     *
     * @param object $related
     * @return bool
     */
    protected function refersToThis($related, string $property)
    {
        return Record::get($related, $property) === $this;
    }

    // Hooks, to be overridden in the stub class. They run inside the transaction; returning false cancels the
    // operation.

    /**
     * Runs before the object is saved. Override it in the stub class; returning false cancels the save.
     *
     * @return bool
     */
    public function preSave(?ConnectionInterface $con = null)
    {
        return !self::parentHas('preSave') || parent::preSave($con);
    }

    /**
     * Runs after the object was saved. Override it in the stub class.
     *
     * @return void
     */
    public function postSave(?ConnectionInterface $con = null)
    {
        self::parentHas('postSave') && parent::postSave($con);
    }

    /**
     * Runs before a new row is inserted. Override it in the stub class; returning false cancels the save.
     *
     * @return bool
     */
    public function preInsert(?ConnectionInterface $con = null)
    {
        return !self::parentHas('preInsert') || parent::preInsert($con);
    }

    /**
     * Runs after a new row was inserted. Override it in the stub class.
     *
     * @return void
     */
    public function postInsert(?ConnectionInterface $con = null)
    {
        self::parentHas('postInsert') && parent::postInsert($con);
    }

    /**
     * Runs before the row is updated. Override it in the stub class; returning false cancels the save.
     *
     * @return bool
     */
    public function preUpdate(?ConnectionInterface $con = null)
    {
        return !self::parentHas('preUpdate') || parent::preUpdate($con);
    }

    /**
     * Runs after the row was updated. Override it in the stub class.
     *
     * @return void
     */
    public function postUpdate(?ConnectionInterface $con = null)
    {
        self::parentHas('postUpdate') && parent::postUpdate($con);
    }

    /**
     * Runs before the row is deleted. Override it in the stub class; returning false cancels the deletion.
     *
     * @return bool
     */
    public function preDelete(?ConnectionInterface $con = null)
    {
        return !self::parentHas('preDelete') || parent::preDelete($con);
    }

    /**
     * Runs after the row was deleted. Override it in the stub class.
     *
     * @return void
     */
    public function postDelete(?ConnectionInterface $con = null)
    {
        self::parentHas('postDelete') && parent::postDelete($con);
    }

    /** Returns whether the parent of the generated class, if any, has a hook. */
    private static function parentHas(string $hook): bool
    {
        $parent = get_parent_class(self::class);

        return $parent !== false && method_exists($parent, $hook);
    }

    /** @return void */
    protected function log(string $msg, int $priority = Orm::LOG_INFO)
    {
        Orm::log(static::class . ': ' . $msg, $priority);
    }

    /**
     * Loads a column that is not part of SELECT.
     *
     * @return mixed
     */
    protected function fetchLazyColumn(string $column, ?ConnectionInterface $con)
    {
        $con ??= Orm::getServiceContainer()->getReadConnection(self::tableMap()::DATABASE_NAME);
        try {
            $row = $this->buildPkeyCriteria()->addSelectColumn($column)->setFormatter(new RowFormatter())->find($con);
            $value = is_resource($row[0] ?? null) ? ColumnValue::content($row[0]) : $row[0] ?? null;
        } catch (Throwable $failure) {
            throw new OrmException(sprintf('Cannot load the column %s', $column), 0, $failure);
        }

        return $value;
    }

    /**
     * Copies the key of a related object after it was set or changed.
     *
     * @param string $name name of the many-to-one relation
     * @return void
     */
    protected function followParent(string $name, ConnectionInterface $con)
    {
        if ($this->rowIsNew) {
            // A new object has no row yet that could refer to another parent.
            $this->{'set' . $name}($this->{'a' . $name});
        } else {
            ParentKey::follow($this, $name, $con);
        }
    }

    /**
     * Returns whether the object has a row: it is neither new nor deleted.
     *
     * @return bool
     */
    protected function rowExists()
    {
        return !$this->rowIsNew && !$this->rowIsDeleted;
    }

    /**
     * Stores the key of the row before a part of it changes.
     *
     * @return void
     */
    protected function rememberKey()
    {
        if (!$this->rowIsNew && $this->originalKey === null) {
            $this->originalKey = $this->keyParts();
        }
    }

    /** @return list<mixed> the row's key as stored in its columns */
    protected function keyParts()
    {
        $key = $this->getPrimaryKey();
        if (self::tableMap()::KEY_TYPE !== null) {
            return self::tableMap()::getTableMap()->storedKey($key);
        }

        return is_array($key) ? $key : [$key];
    }

    /** Returns whether a key is complete. A key with a missing part does not identify a row. */
    private static function keyIsWhole(mixed $key): bool
    {
        return $key !== null && !(is_array($key) && in_array(null, $key, true));
    }

    /** Returns the hash of an object whose key comes from objects that are not saved yet; null for other objects. */
    private function hashOfParents(): ?int
    {
        $parents = $this->keyParents();

        return $parents === [] || in_array(null, $parents, true)
            ? null
            : crc32((string) json_encode(array_map(spl_object_hash(...), $parents)));
    }

    /** @return list<object|null> the objects from which all parts of this object's key come */
    protected function keyParents()
    {
        return [];
    }
}
