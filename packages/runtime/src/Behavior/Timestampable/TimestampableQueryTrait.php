<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Timestampable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Connection\ConnectionInterface;

/** Sets the modification date in queries of a timestampable table whose `update()` changes it. */
trait TimestampableQueryTrait
{
    use QueryHost;

    /**
     * Adds the date to the values of an update that does not set it.
     *
     * @param array<string, mixed> $values by any name of the columns
     */
    private function touchOnUpdate(array &$values, string $phpName, mixed $date): void
    {
        if (self::nameAmong($values, $phpName) === null) {
            $values[$phpName] = $date;
        }
    }

    /**
     * Sets a date, unless the update sets it, in the rows where the update changes one of the watched columns.
     *
     * @param array<string, mixed> $values by any name of the columns
     * @param list<string> $watched phpNames
     * @param list<bool|string> $wanted the values that the single watched column must change to; empty: any value
     */
    private function touchChanged(
        array $values,
        string $phpName,
        array $watched,
        array $wanted,
        mixed $date,
        ConnectionInterface $con,
    ): void {
        if (self::nameAmong($values, $phpName) !== null) {
            return;
        }
        $changes = [];
        foreach ($watched as $one) {
            $name = self::nameAmong($values, $one);
            if ($name !== null && ($wanted === [] || self::isWanted($values[$name], $wanted))) {
                $changes[$one] = $values[$name];
            }
        }
        if ($changes === []) {
            return;
        }
        $query = self::asCriteria(clone $this)->combineFilters();
        foreach ($changes as $one => $value) {
            if ($value === null) {
                $query->_or()->filterBy($one, null, Criteria::ISNOTNULL);
            } else {
                $query->_or()->filterBy($one, $value, Criteria::NOT_EQUAL);
                $query->_or()->filterBy($one, null, Criteria::ISNULL);
            }
        }
        $query->endCombineFilters()->doUpdate([$phpName => $date], $con);
    }

    /** @param list<bool|string> $wanted */
    private static function isWanted(mixed $value, array $wanted): bool
    {
        return is_bool($wanted[0])
            ? $value !== null && in_array(filter_var($value, FILTER_VALIDATE_BOOL), $wanted, true)
            : is_scalar($value) && in_array((string) $value, $wanted, true);
    }

    /**
     * Returns the name that the values use for a column.
     *
     * @param array<string, mixed> $values
     */
    private static function nameAmong(array $values, string $phpName): int|string|null
    {
        $table = self::tableMap()::getTableMap();
        $column = $table->getColumnByPhpName($phpName);
        foreach ($values as $name => $_) {
            if ($table->findColumnByName((string) $name) === $column) {
                return $name;
            }
        }

        return null;
    }
}
