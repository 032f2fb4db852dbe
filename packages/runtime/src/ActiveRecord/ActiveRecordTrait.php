<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\Suggestion;
use ReflectionProperty;
use Throwable;

/** State and identity of a model object: what does not depend on its table. */
trait ActiveRecordTrait
{
    use CopyTrait;
    use HydrationTrait;

    // Properties of columns are in lower case, so that none of these can be that of a column.
    protected bool $rowIsNew = true;
    protected bool $rowIsDeleted = false;

    /** @var bool */
    protected $alreadyInSave = false;

    /** @var array<string, true> */
    protected $modifiedColumns = [];

    /** @var array<string, mixed> */
    protected $virtualColumns = [];

    /** @var list<mixed>|null the key of the row, while the object's own key is changed */
    protected ?array $originalKey = null;

    public function __construct()
    {
    }

    public function isNew(): bool
    {
        return $this->rowIsNew;
    }

    public function setNew(bool $b): void
    {
        $this->rowIsNew = $b;
    }

    /**
     * As setNew(), which may be the setter of a column.
     *
     * @internal
     */
    public function markNew(bool $isNew): void
    {
        $this->rowIsNew = $isNew;
    }

    public function isDeleted(): bool
    {
        return $this->rowIsDeleted;
    }

    public function setDeleted(bool $b): void
    {
        $this->rowIsDeleted = $b;
    }

    public function isModified(): bool
    {
        return $this->modifiedColumns !== [];
    }

    public function isColumnModified(string $col): bool
    {
        return isset($this->modifiedColumns[$col]);
    }

    public function getModifiedColumns(): array
    {
        return array_keys($this->modifiedColumns);
    }

    public function resetModified(?string $col = null): void
    {
        if ($col === null) {
            $this->modifiedColumns = [];
            $this->originalKey = null;
        } else {
            unset($this->modifiedColumns[$col]);
        }
    }

    public function isPrimaryKeyNull(): bool
    {
        $key = $this->getPrimaryKey();
        if (!is_array($key)) {
            return $key === null && (self::TABLE_MAP)::PRIMARY_KEY_POSITIONS !== [];
        }
        foreach ($key as $part) {
            if ($part !== null) {
                return false;
            }
        }

        return true;
    }

    /** Whether the columns with default values have just these; classes with such columns override it. */
    public function hasOnlyDefaultValues(): bool
    {
        return true;
    }

    public function equals(mixed $obj): bool
    {
        if (!$obj instanceof static) {
            return false;
        }
        if ($obj === $this) {
            return true;
        }
        $key = $this->getPrimaryKey();

        return self::keyIsWhole($key) && ($key === $obj->getPrimaryKey() || ((self::TABLE_MAP)::KEY_TYPE !== null
            && (self::TABLE_MAP)::getInstanceKey($key) === (self::TABLE_MAP)::getInstanceKey($obj)));
    }

    /** @return int|string */
    public function hashCode()
    {
        $key = $this->getPrimaryKey();
        if (!self::keyIsWhole($key)) {
            return $this->hashOfParents() ?? spl_object_hash($this);
        }

        return crc32((string) json_encode($key, JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR));
    }

    /** Every modified column with its value. */
    public function buildCriteria(): Criteria
    {
        $criteria = new Criteria((self::TABLE_MAP)::DATABASE_NAME);
        $criteria->setPrimaryTableName((self::TABLE_MAP)::TABLE_NAME);
        foreach ((self::TABLE_MAP)::getTableMap()->getColumns() as $column) {
            $name = $column->getFullyQualifiedName();
            if (isset($this->modifiedColumns[$name])) {
                $criteria->add($name, $this->{$column->getProperty()});
            }
        }

        return $criteria;
    }

    /** @return ModelCriteria a query for the row of this object */
    public function buildPkeyCriteria(): Criteria
    {
        if ((self::TABLE_MAP)::PRIMARY_KEY_POSITIONS === []) {
            throw new LogicException(sprintf('%s objects have no primary key', static::class));
        }

        return OrmQuery::from((string) (self::TABLE_MAP)::getTableMap()->getClassName())
            ->filterByPrimaryKey($this->originalKey ?? $this->getPrimaryKey());
    }

    public function getVirtualColumns(): array
    {
        return $this->virtualColumns;
    }

    public function hasVirtualColumn(string $name): bool
    {
        return array_key_exists($name, $this->virtualColumns);
    }

    /** @return mixed */
    public function getVirtualColumn(string $name)
    {
        if (!array_key_exists($name, $this->virtualColumns)) {
            throw new OrmException(sprintf('%s has no virtual column "%s"', static::class, $name));
        }

        return $this->virtualColumns[$name];
    }

    /** @return static */
    public function setVirtualColumn(string $name, mixed $value)
    {
        $this->virtualColumns[$name] = $value;

        return $this;
    }

    public function ensureConsistency(): void
    {
    }

    /**
     * @return list<string> all properties but related objects, those of stubs included: a serialized object does not
     *     drag others along
     */
    public function __sleep(): array
    {
        $columns = [];
        foreach ((self::TABLE_MAP)::getTableMap()->getColumns() as $column) {
            $property = $column->getProperty();
            $columns[$property] = true;
            if (is_resource($this->$property)) {
                // A stream cannot be serialized, its content can: getters make a stream of either.
                $this->$property = ColumnValue::content($this->$property);
            }
        }
        $names = [];
        $relation = '/^\0\*\0((?:a|single|coll|combinationColl)[A-Z].*|.+ScheduledForDeletion)$/';
        foreach (array_keys((array) $this) as $name) {
            // Private properties have the names of their classes before their own.
            $isRelation = preg_match($relation, $name, $match)
                && !isset($columns[$match[1]])
                && (new ReflectionProperty($this, $match[1]))->class === self::class;
            if (!$isRelation) {
                $names[] = str_starts_with($name, "\0*\0") ? substr($name, 3) : $name;
            }
        }

        return $names;
    }

    /**
     * What `json_encode($object)` shows: the columns by their phpName, as toArray() gives them.
     *
     * @return mixed
     */
    #[\ReturnTypeWillChange]
    public function jsonSerialize()
    {
        return method_exists($this, 'toArray') ? $this->toArray() : (object) [];
    }

    /**
     * @param string $name
     * @param list<mixed> $params
     * @return mixed
     */
    public function __call($name, $params)
    {
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
     * Whether a property holds just this related object.
     *
     * @internal used to end mutual calls of set and add methods
     */
    public function refersBy(string $property, object $object): bool
    {
        return $this->$property === $object;
    }

    protected function log(string $msg, int $priority = Orm::LOG_INFO): void
    {
        Orm::log(static::class . ': ' . $msg, $priority);
    }

    /** Reads a column that SELECT leaves out. */
    protected function fetchLazyColumn(string $column, ?ConnectionInterface $con): mixed
    {
        $con ??= Orm::getServiceContainer()->getReadConnection((self::TABLE_MAP)::DATABASE_NAME);
        try {
            $rows = $this->buildPkeyCriteria()
                ->addSelectColumn($column)
                ->setFormatter(ModelCriteria::FORMAT_STATEMENT)
                ->find($con);
            $row = $rows->fetch();
            $value = is_resource($row[0] ?? null) ? ColumnValue::content($row[0]) : $row[0] ?? null;
            $rows->close();
        } catch (Throwable $failure) {
            throw new OrmException(sprintf('Cannot load the column %s', $column), 0, $failure);
        }

        return $value;
    }

    /** Remembers the key of the row before a part of it changes. */
    protected function rememberKey(): void
    {
        if (!$this->rowIsNew && $this->originalKey === null) {
            $this->originalKey = $this->keyParts();
        }
    }

    /** @return list<mixed> the key of the row as its columns store it */
    private function keyParts(): array
    {
        $key = $this->getPrimaryKey();
        if ((self::TABLE_MAP)::KEY_TYPE !== null) {
            return (self::TABLE_MAP)::getTableMap()->storedKey($key);
        }

        return is_array($key) ? $key : [$key];
    }

    /** Whether a key stands for a row: one with a part that is not known yet does not. */
    private static function keyIsWhole(mixed $key): bool
    {
        return $key !== null && !(is_array($key) && in_array(null, $key, true));
    }

    /** The identity of an object whose key comes from objects that are not saved yet; null if there is none. */
    private function hashOfParents(): ?int
    {
        $parents = $this->keyParents();

        return $parents === [] || in_array(null, $parents, true)
            ? null
            : crc32((string) json_encode(array_map(spl_object_hash(...), $parents)));
    }

    /** @return list<object|null> the objects that the whole key of this one comes from */
    protected function keyParents(): array
    {
        return [];
    }
}
