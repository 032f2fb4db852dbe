<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Formatter\RowFormatter;
use Orm\Runtime\Map\PoolKey;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;

/**
 * Updates the row of a saved object whose parent got another key.
 *
 * @internal
 */
final class ParentKey
{
    /**
     * Copies the parent's key. If the row meanwhile refers to another row, it is kept that way, because the object did
     * not know.
     *
     * @param string $name name of the many-to-one relation
     */
    public static function follow(ActiveRecordInterface $object, string $name, ConnectionInterface $con): void
    {
        $relation = Record::tableMap($object)::getTableMap()->getRelation($name);
        $parent = Record::get($object, $relation->getProperty());
        if (self::belongsElsewhere($object, $relation, $parent, $con)) {
            Record::set($object, $relation->getProperty(), null);
        } else {
            $object->{'set' . $name}($parent);
            self::takePassedOn($object, $relation, $con);
        }
    }

    /**
     * Returns whether the database updates the primary key of a table's rows when a row that they refer to gets a new
     * key.
     *
     * @param class-string<TableMap> $tableMapClass
     */
    public static function isPassedOn(string $tableMapClass): bool
    {
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            if ($relation->getType() !== RelationMap::MANY_TO_ONE || !self::cascades($relation)) {
                continue;
            }
            foreach ($relation->getLocalColumns() as $column) {
                if ($column->isPrimaryKey()) {
                    return true;
                }
            }
        }

        return false;
    }

    private static function cascades(RelationMap $relation): bool
    {
        return strtoupper((string) $relation->getOnUpdate()) === 'CASCADE';
    }

    /**
     * Marks the new key as saved if it includes the parent's key and the database has already cascaded it to the row.
     */
    private static function takePassedOn(
        ActiveRecordInterface $object,
        RelationMap $relation,
        ConnectionInterface $con,
    ): void {
        if (
            Record::get($object, 'originalKey') === null || !self::cascades($relation)
            || self::readRowAgain($object, $con) !== null
        ) {
            return;
        }
        Record::set($object, 'originalKey', null);
        foreach ($relation->getLocalColumns() as $column) {
            $object->resetModified($column->getFullyQualifiedName());
        }
    }

    private static function belongsElsewhere(
        ActiveRecordInterface $object,
        RelationMap $relation,
        object $parent,
        ConnectionInterface $con,
    ): bool {
        $keys = [];
        foreach ($relation->getColumnPairs() as [$own, $other]) {
            $column = $relation->getLeftTable()->getColumn($own);
            if ($other === null) {
                continue;
            }
            if (
                $object->isColumnModified($column->getFullyQualifiedName())
                || Record::keyValue($object, $column->getPhpName()) === null
            ) {
                return false;
            }
            $keys[] = $column;
        }
        $hasKey = Record::tableMap($object)::PRIMARY_KEY_POSITIONS !== [];
        $now = $hasKey ? self::readRowAgain($object, $con) : null;
        if ($now === null || ObjectRelations::agree($now, $relation, $parent)) {
            return false;
        }
        foreach ($keys as $key) {
            $name = $key->getPhpName();
            if (!PoolKey::agree($key, Record::keyValue($now, $name), Record::keyValue($object, $name))) {
                return true;
            }
        }

        return false;
    }

    /** Reads the current row with a lock as another object; null if the row does not exist. */
    private static function readRowAgain(
        ActiveRecordInterface $object,
        ConnectionInterface $con,
    ): ?ActiveRecordInterface {
        /** @var mixed $row values by position, or null */
        $row = $object->buildPkeyCriteria()->setFormatter(new RowFormatter())->lockForUpdate()->find($con);
        if ($row === null) {
            return null;
        }
        $again = new $object();
        $again->hydrate($row);

        return $again;
    }
}
