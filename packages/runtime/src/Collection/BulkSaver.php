<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\BulkInsert;
use Orm\Runtime\ActiveRecord\PersistenceTrait;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Saves many objects in order. Consecutive new objects of the same class that only need an INSERT of their own row are
 * inserted with many rows per statement.
 *
 * @internal
 */
final class BulkSaver
{
    public function __construct(private readonly ConnectionInterface $con)
    {
    }

    /** @param array<int|string, ActiveRecordInterface&PersistenceTrait> $objects */
    public function save(array $objects): void
    {
        $run = [];
        $class = $columns = $columnsOf = null;
        foreach ($objects as $object) {
            if ($object::class !== $class) {
                $this->insert($run);
                $run = [];
                $class = $object::class;
                $columnsOf = Record::insertsInBulk($class) ? Record::of($class)->plainInsertColumns() : null;
            }
            $modified = $columnsOf === null ? null : $columnsOf($object);
            if ($modified === null) {
                $this->insert($run);
                $run = [];
                $object->save($this->con);
                continue;
            }
            if ($modified !== $columns) {
                $this->insert($run);
                $run = [];
                $columns = $modified;
            }
            $run[spl_object_id($object)] = $object;
        }
        $this->insert($run);
    }

    /**
     * @param array<int, ActiveRecordInterface&PersistenceTrait> $objects of one class and with the same modified
     *     columns
     */
    private function insert(array $objects): void
    {
        if (count($objects) < 2) {
            foreach ($objects as $object) {
                $object->save($this->con);
            }

            return;
        }
        BulkInsert::insert(array_values($objects), $this->con);
    }
}
