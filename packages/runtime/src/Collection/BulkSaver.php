<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Saves many objects.
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
        foreach ($objects as $object) {
            $object->save($this->con);
        }
    }
}
