<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\GenericFieldsTrait;
use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\ActiveRecord\PersistenceTrait;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\Exception\ReadOnlyModelException;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * A collection of rows as arrays, or of plain values.
 *
 * @template TKey of int|string
 * @template T
 * @extends Collection<TKey, T>
 */
class ArrayCollection extends Collection
{
    public function save(?ConnectionInterface $con = null): void
    {
        $this->assertWritable('save');
        $con ??= $this->getWriteConnection();
        $con->transaction(function () use ($con): void {
            foreach ($this->data as $key => $row) {
                $object = $this->objectOf($row);
                Record::set($object, 'rowIsNew', $object->isPrimaryKeyNull());
                $object->save($con);
                $this->data[$key] = ObjectExport::of($object) + $row;
            }
        });
    }

    public function delete(?ConnectionInterface $con = null): void
    {
        $this->assertWritable('delete');
        $con ??= $this->getWriteConnection();
        $con->transaction(function () use ($con): void {
            foreach ($this->data as $row) {
                $object = $this->objectOf($row);
                Record::set($object, 'rowIsNew', false);
                $object->delete($con);
            }
        });
    }

    /** @return array<int|string, mixed> */
    public function getPrimaryKeys(bool $usePrefix = true): array
    {
        $keys = [];
        foreach ($this->data as $key => $row) {
            $name = $usePrefix ? $this->getModel() . '_' . $key : $key;
            $keys[$name] = $this->objectOf($row)->getPrimaryKey();
        }

        return $keys;
    }

    public function fromArray(array $rows): void
    {
        foreach ($rows as $row) {
            $this->append(ObjectExport::of($this->objectOf($row)));
        }
    }

    public function getArrayCopy(?string $keyColumn = null, bool $usePrefix = false): array
    {
        return $keyColumn === null && !$usePrefix ? $this->data : $this->toArray($keyColumn, $usePrefix);
    }

    public function toArray(?string $keyColumn = null, bool $usePrefix = false): array
    {
        $rows = [];
        $prefix = $usePrefix ? $this->getModel() . '_' : '';
        foreach ($this->data as $key => $row) {
            $rows[$prefix . ($keyColumn === null ? $key : $row[$keyColumn])] = $row;
        }

        return $rows;
    }

    /** @return array<int|string, mixed> */
    public function toKeyValue(string $keyColumn, string $valueColumn): array
    {
        $values = [];
        foreach ($this->data as $row) {
            $values[$row[$keyColumn]] = $row[$valueColumn];
        }

        return $values;
    }

    /**
     * Returns a new model object for one row.
     *
     * @return ActiveRecordInterface&PersistenceTrait&GenericFieldsTrait
     */
    protected function getWorkerObject(): ActiveRecordInterface
    {
        $class = $this->getTableMapClass()::getTableMap()->getClassName();

        return new $class();
    }

    /**
     * @param array<string, mixed> $row
     * @return ActiveRecordInterface&PersistenceTrait&GenericFieldsTrait
     */
    private function objectOf(array $row): ActiveRecordInterface
    {
        $object = $this->getWorkerObject();
        $object->fromArray($row);

        return $object;
    }

    private function assertWritable(string $method): void
    {
        if ($this->getTableMapClass()::getTableMap()->isReadOnly()) {
            throw new ReadOnlyModelException(
                sprintf('%s(): objects of %s are read-only', $method, $this->knownModel()),
            );
        }
    }
}
