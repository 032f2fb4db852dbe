<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\BulkInsert;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Saves many objects in their order. Runs of new objects of one class that need nothing but their own row go out in
 * statements of many rows.
 *
 * @internal
 */
final class BulkSaver
{
    public function __construct(private readonly ConnectionInterface $con)
    {
    }

    /** @param array<int|string, ActiveRecordInterface> $objects */
    public function save(array $objects): void
    {
        $run = [];
        $class = null;
        $columns = null;
        foreach ($objects as $object) {
            $modified = method_exists($object, 'plainInsertColumns') ? $object->plainInsertColumns() : null;
            if ($modified === null || $object::class !== $class || $modified !== $columns) {
                $this->insert($run);
                $run = [];
                $class = $object::class;
                $columns = $modified;
            }
            if ($modified === null) {
                $object->save($this->con);
            } else {
                $run[spl_object_id($object)] = $object;
            }
        }
        $this->insert($run);
    }

    /** @param array<int, ActiveRecordInterface> $objects of one class, with the same columns to write */
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
