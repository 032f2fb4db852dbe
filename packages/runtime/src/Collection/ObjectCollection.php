<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\ActiveRecord\PersistenceTrait;
use Orm\Runtime\Collection\Exception\ReadOnlyModelException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Map\TableMap;
use TypeError;

use function count;

/**
 * A collection of model objects. Two objects are considered the same if they are identical or have the same hash code.
 *
 * @template TKey of int|string
 * @template T of ActiveRecordInterface
 * @extends Collection<TKey, T>
 */
class ObjectCollection extends Collection
{
    private ?ObjectIndex $index = null;

    public function setData(array $data): void
    {
        $this->data = $data;
        $this->index = null;
    }

    public function save(?ConnectionInterface $con = null): void
    {
        $this->assertWritable('save');
        $con ??= $this->getWriteConnection();
        $con->transaction(function () use ($con): void {
            (new BulkSaver($con))->save($this->members());
        });
        $this->index = null;
    }

    public function delete(?ConnectionInterface $con = null): void
    {
        $this->assertWritable('delete');
        $con ??= $this->getWriteConnection();
        $con->transaction(function () use ($con): void {
            foreach ($this->members() as $object) {
                $object->delete($con);
            }
        });
    }

    /** @return array<int|string, mixed> */
    public function getPrimaryKeys(bool $usePrefix = true): array
    {
        $keys = [];
        foreach ($this->members() as $key => $object) {
            $keys[$usePrefix ? $this->getModel() . '_' . $key : $key] = $object->getPrimaryKey();
        }

        return $keys;
    }

    public function toArray(
        ?string $keyColumn = null,
        bool $usePrefix = false,
        string $keyType = TableMap::TYPE_PHPNAME,
        bool $includeLazyLoadColumns = true,
        array $alreadyDumpedObjects = [],
    ): array {
        $rows = [];
        $prefix = $usePrefix ? $this->getModel() . '_' : '';
        foreach ($this->members() as $key => $object) {
            $row = ObjectExport::of($object, $keyType, $includeLazyLoadColumns, $alreadyDumpedObjects, true);
            $rows[$prefix . ($keyColumn === null ? $key : self::keyOf($object, $keyColumn))] = $row;
        }

        return $rows;
    }

    public function getArrayCopy(?string $keyColumn = null, bool $usePrefix = false): array
    {
        if ($keyColumn === null && !$usePrefix) {
            return $this->data;
        }
        $objects = [];
        $prefix = $usePrefix ? $this->getModel() . '_' : '';
        foreach ($this->members() as $key => $object) {
            $objects[$prefix . ($keyColumn === null ? $key : self::keyOf($object, $keyColumn))] = $object;
        }

        return $objects;
    }

    /** @return array<int|string, mixed> values by key; by default, string representations by primary key */
    public function toKeyValue(string $keyColumn = 'PrimaryKey', ?string $valueColumn = null): array
    {
        $values = [];
        foreach ($this->members() as $object) {
            $values[self::keyOf($object, $keyColumn)] = $valueColumn === null
                ? (string) $object
                : $object->{'get' . $valueColumn}();
        }

        return $values;
    }

    /** @return array<int|string, T> the objects by the value of the key column */
    public function toKeyIndex(string $keyColumn = 'PrimaryKey'): array
    {
        $objects = [];
        foreach ($this->members() as $object) {
            $objects[self::keyOf($object, $keyColumn)] = $object;
        }

        return $objects;
    }

    /**
     * Returns the values of a column of all objects.
     *
     * @return list<mixed>
     */
    public function getColumnValues(string $column = 'PrimaryKey'): array
    {
        $values = [];
        foreach ($this->members() as $object) {
            $values[] = $object->{'get' . $column}();
        }

        return $values;
    }

    /**
     * Loads a relation of all members in one query; composite keys in several queries if there are very many.
     *
     * @return ObjectCollection<int, ActiveRecordInterface> the related objects
     */
    public function populateRelation(
        string $relation,
        ?Criteria $criteria = null,
        ?ConnectionInterface $con = null,
    ) {
        if ($this->data === [] && $this->model === null) {
            return new self();
        }
        $relationMap = $this->getTableMapClass()::getTableMap()->getRelation($relation);
        if ($this->data === []) {
            return $relationMap->getRightTable()->newCollection();
        }

        return RelationPopulator::populate($this, $relationMap, $criteria, $con);
    }

    /** @param T $element */
    public function search(mixed $element)
    {
        if ($this->data === [] || !$element instanceof ActiveRecordInterface) {
            return parent::search($element);
        }
        if ($this->index === null && count($this->data) < 8) {
            foreach ($this->data as $key => $object) {
                if ($object === $element) {
                    return $key;
                }
            }
        }
        if ($this->index === null) {
            $this->rebuildIndex();
        }

        return $this->index->find($element, $this->data);
    }

    /** Creates the index that search() uses. */
    protected function rebuildIndex(): void
    {
        $this->index = new ObjectIndex($this->data);
    }

    /**
     * Returns a value that is the same for all objects of the same row.
     *
     * @param object $object
     */
    protected function getHashCode($object): string
    {
        return $object instanceof ActiveRecordInterface ? (string) $object->hashCode() : spl_object_hash($object);
    }

    /** @param T $object */
    public function removeObject(ActiveRecordInterface $object): void
    {
        $key = $this->search($object);
        if ($key !== false) {
            $this->remove($key);
        }
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        $this->assertMember($value);
        if ($offset === null) {
            $this->data[] = $value;
            $this->index?->add($value, array_key_last($this->data));
        } else {
            $key = self::offset($offset);
            $this->freeKey($key);
            $this->data[$key] = $value;
            if ($value instanceof ActiveRecordInterface) {
                $this->index?->add($value, $key);
            }
        }
    }

    public function offsetUnset(mixed $offset): void
    {
        $key = self::offset($offset);
        if (isset($this->data[$key]) && $this->index?->remove($this->data[$key], count($this->data)) === false) {
            $this->index = null;
        }
        unset($this->data[$key]);
    }

    public function prepend(mixed $value): int
    {
        $this->assertMember($value);
        $this->index = null;

        return parent::prepend($value);
    }

    public function pop()
    {
        $this->freeKey(array_key_last($this->data));

        return parent::pop();
    }

    public function shift()
    {
        $this->index = null;

        return parent::shift();
    }

    public function clear(): void
    {
        $this->index = null;
        parent::clear();
    }

    public function __clone()
    {
        parent::__clone();
        $this->index = null;
    }

    /** Removes the member with a key from the index, because another one gets the key. */
    private function freeKey(int|string|null $key): void
    {
        $member = $this->data[$key] ?? null;
        if ($member !== null && $this->index?->free($member, $key, count($this->data)) === false) {
            $this->index = null;
        }
    }

    private function assertMember(mixed $value): void
    {
        if ($this->model !== null && $value instanceof ActiveRecordInterface && !$value instanceof $this->model) {
            throw new TypeError(sprintf('A collection of %s cannot contain a %s', $this->model, $value::class));
        }
    }

    /** @return array<int|string, T&PersistenceTrait> */
    private function members(): array
    {
        foreach ($this->data as $member) {
            if (!$member instanceof ActiveRecordInterface) {
                throw new UnexpectedValueException(
                    sprintf('The collection holds %s, which is not an object of a model', get_debug_type($member)),
                );
            }
        }

        return $this->data;
    }

    private function assertWritable(string $method): void
    {
        if ($this->model !== null && $this->getTableMapClass()::getTableMap()->isReadOnly()) {
            throw new ReadOnlyModelException(
                sprintf('%s(): objects of %s are read-only', $method, $this->knownModel()),
            );
        }
    }

    private static function keyOf(ActiveRecordInterface $object, string $keyColumn): int|string
    {
        $key = $object->{'get' . $keyColumn}();

        return match (true) {
            is_int($key), is_string($key) => $key,
            is_scalar($key), $key === null => (string) $key,
            default => serialize($key),
        };
    }
}
