<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Timestampable;

use Orm\Runtime\Behavior\QueryHost;

/** What queries of a timestampable table need where `update()` sets the date of the last change. */
trait TimestampableQueryTrait
{
    use QueryHost;

    /**
     * Adds a date to the values of an update that sets none.
     *
     * @param array<string, mixed> $values by any name of the columns
     */
    private function touchOnUpdate(array &$values, string $phpName, mixed $date): void
    {
        $table = $this->getTableMap();
        $column = $table->getColumnByPhpName($phpName);
        foreach ($values as $name => $_) {
            if ($table->findColumnByName((string) $name) === $column) {
                return;
            }
        }
        $values[$phpName] = $date;
    }
}
