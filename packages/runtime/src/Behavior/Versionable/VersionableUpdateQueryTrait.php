<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Connection\ConnectionInterface;
use ReflectionMethod;

/**
 * A query whose update() creates versions of the rows that it changes.
 *
 * @method static bool isVersioningEnabled()
 */
trait VersionableUpdateQueryTrait
{
    use QueryHost;

    /** The rows of the current update. */
    private ?VersionedUpdate $versionedUpdate = null;

    /**
     * Finds the rows before the update, because afterwards they may no longer match the query.
     *
     * @param array<string, mixed> $values by any name of the columns
     */
    private function noteRowsToVersion(array $values, ConnectionInterface $con, bool $individually): void
    {
        $this->versionedUpdate = null;
        if ($individually || !self::isVersioningEnabled()) {
            return;
        }
        $table = self::tableMap()::getTableMap();
        $set = [];
        foreach ($values as $name => $_) {
            $column = $table->findColumnByName((string) $name);
            if ($column !== null) {
                $set[$column->getName()] = $column;
            }
        }
        $columns = array_values($this->mayChangeOthers() ? $table->getColumns() : $set);
        $date = VersionedTable::of(self::tableMap())->date;
        $setsDate = $date !== null && isset($set[$date->getName()]);
        $this->versionedUpdate = new VersionedUpdate(self::asCriteria(clone $this), $columns, $setsDate, $con);
    }

    private function versionNotedRows(int $affectedRows, ConnectionInterface $con): void
    {
        $update = $this->versionedUpdate;
        $this->versionedUpdate = null;
        $update?->record($affectedRows, $con);
    }

    /** Returns whether a hook of the application may add values to an update. */
    private function mayChangeOthers(): bool
    {
        return (new ReflectionMethod($this, 'preUpdate'))->class !== ModelCriteria::class;
    }
}
