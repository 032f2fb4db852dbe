<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\KeyConditions;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/**
 * What the static writing methods of a table map do: no hooks of model objects run here.
 *
 * @internal
 */
final class TableWrites
{
    /**
     * @param class-string<TableMap> $tableMapClass
     * @return mixed the new primary key
     */
    public static function insert(
        string $tableMapClass,
        ActiveRecordInterface|Criteria $criteria,
        ?ConnectionInterface $con,
    ): mixed {
        self::assertWritable($tableMapClass);
        $values = $criteria instanceof Criteria ? clone $criteria : $criteria->buildCriteria();
        if ($tableMapClass::AUTO_INCREMENT !== null) {
            $name = $tableMapClass::TABLE_NAME . '.' . $tableMapClass::AUTO_INCREMENT;
            if ($values->containsKey($name) && $values->getValue($name) === null) {
                $values->remove($name);
            } elseif ($values->containsKey($name) && !$tableMapClass::ALLOW_PK_INSERT) {
                throw new OrmException(sprintf('Column %s is auto-increment and must stay empty on insert', $name));
            }
        }
        $con ??= Orm::getServiceContainer()->getWriteConnection($tableMapClass::DATABASE_NAME);
        // What an object or a criteria says about the datasource is not about the table.
        $values->setDbName($tableMapClass::DATABASE_NAME);
        $values->setPrimaryTableName($tableMapClass::TABLE_NAME);

        return $con->transaction(static fn (): mixed => $values->doInsert($con));
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param ActiveRecordInterface|Criteria|array<mixed>|int|string $values
     */
    public static function delete(
        string $tableMapClass,
        ActiveRecordInterface|Criteria|array|int|string $values,
        ?ConnectionInterface $con,
    ): int {
        self::assertWritable($tableMapClass);
        $con ??= Orm::getServiceContainer()->getWriteConnection($tableMapClass::DATABASE_NAME);
        $query = match (true) {
            $values instanceof ModelCriteria => clone $values,
            $values instanceof Criteria => self::newQuery($tableMapClass)->mergeWith($values),
            default => self::queryForKeys($tableMapClass, $values),
        };

        return (int) $query->delete($con);
    }

    /** @param class-string<TableMap> $tableMapClass */
    public static function deleteAll(string $tableMapClass, ?ConnectionInterface $con): int
    {
        self::assertWritable($tableMapClass);

        return self::newQuery($tableMapClass)->doDeleteAll($con);
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param ActiveRecordInterface|array<mixed>|int|string $values
     */
    private static function queryForKeys(
        string $tableMapClass,
        ActiveRecordInterface|array|int|string $values,
    ): ModelCriteria {
        $query = self::newQuery($tableMapClass);
        $composite = count($tableMapClass::PRIMARY_KEY_POSITIONS) > 1;
        $isOneKey = !is_array($values) || ($composite && !is_array(reset($values)));
        if ($values instanceof ActiveRecordInterface) {
            $values = KeyConditions::requireRow('doDelete', $values)->getPrimaryKey();
        }

        return $isOneKey ? $query->filterByPrimaryKey($values) : $query->filterByPrimaryKeys($values);
    }

    /** @param class-string<TableMap> $tableMapClass */
    private static function newQuery(string $tableMapClass): ModelCriteria
    {
        return OrmQuery::from((string) $tableMapClass::getTableMap()->getClassName());
    }

    /** @param class-string<TableMap> $tableMapClass */
    private static function assertWritable(string $tableMapClass): void
    {
        if ($tableMapClass::getTableMap()->isReadOnly()) {
            throw new LogicException(sprintf('Table "%s" is read-only', $tableMapClass::TABLE_NAME));
        }
    }
}
