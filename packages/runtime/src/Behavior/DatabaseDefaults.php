<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Orm;

/**
 * What the database has put into a row by defaults that are expressions. The object that was inserted does not show it
 * until it is read again.
 *
 * @internal
 */
final class DatabaseDefaults
{
    /** @return array<string, mixed> by phpName, of the columns that the object does not show */
    public static function of(ActiveRecordInterface $object, ?ConnectionInterface $con): array
    {
        $columns = self::hidden($object);
        if ($columns === []) {
            return [];
        }
        $con ??= Orm::getServiceContainer()->getWriteConnection($object::TABLE_MAP::DATABASE_NAME);
        $row = QueryRows::read($object->buildPkeyCriteria(), array_values($columns), $con)[0] ?? null;

        return $row === null ? [] : array_combine(array_keys($columns), $row);
    }

    /** @return array<string, ColumnMap> the columns, by phpName, that are null in the object and that nobody has set */
    public static function hidden(ActiveRecordInterface $object): array
    {
        $map = $object::TABLE_MAP;
        $columns = [];
        foreach ($map::DATABASE_DEFAULTS as $name) {
            $column = $map::getTableMap()->getColumnByPhpName($name);
            if ($object->{'get' . $name}() === null && !$object->isColumnModified($column->getFullyQualifiedName())) {
                $columns[$name] = $column;
            }
        }

        return $columns;
    }
}
