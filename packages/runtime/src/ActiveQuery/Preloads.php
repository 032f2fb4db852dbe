<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\TableMap;

/**
 * The relations that are read after the objects of a query, each in a query of its own.
 *
 * @internal
 */
final class Preloads
{
    /** @var list<string> */
    private array $paths = [];

    public function __construct(private readonly TableMap $tableMap)
    {
    }

    /** @param string $path `Author`, or from one relation to the next: `Book.Publisher` */
    public function add(string $path): void
    {
        $tableMap = $this->tableMap;
        foreach (explode('.', $path) as $name) {
            $tableMap = $tableMap->getRelation($name)->getRightTable();
        }
        $this->paths[] = $path;
    }

    /** @param mixed $found what the query gave */
    public function read(mixed $found, string $model, ConnectionInterface $con): void
    {
        if ($found instanceof ActiveRecordInterface) {
            $found = new ObjectCollection([$found], $model);
        }
        if (!$found instanceof ObjectCollection) {
            return;
        }
        foreach ($this->paths as $path) {
            $level = $found;
            foreach (explode('.', $path) as $relation) {
                $level = $level->populateRelation($relation, null, $con);
            }
        }
    }
}
