<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use DateTimeInterface;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\KeyConditions;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/**
 * Implements the static write methods of a table map. No hooks of model objects run here.
 *
 * @internal
 */
final class TableWrites
{
    /**
     * @param class-string<TableMap> $tableMapClass
     * @return mixed the new primary key
     */
    public static function insert(string $tableMapClass, mixed $criteria, ?ConnectionInterface $con): mixed
    {
        self::assertWritable($tableMapClass);
        if (!$criteria instanceof Criteria && !$criteria instanceof ActiveRecordInterface) {
            throw self::unexpected('doInsert() expects a criteria or an object', $criteria, 'save');
        }
        self::assertOfTable('doInsert', $tableMapClass, $criteria);
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
        // The connection name of an object or criteria does not apply to this table.
        $values->setDbName($tableMapClass::DATABASE_NAME);
        $values->setPrimaryTableName($tableMapClass::TABLE_NAME);

        return $con->transaction(static fn (): mixed => $values->doInsert($con));
    }

    /** @param class-string<TableMap> $tableMapClass */
    public static function delete(string $tableMapClass, mixed $values, ?ConnectionInterface $con): int
    {
        self::assertWritable($tableMapClass);
        $isKey = is_array($values) || is_int($values) || is_string($values) || is_float($values)
            || $values instanceof DateTimeInterface;
        if (!$isKey && !$values instanceof Criteria && !$values instanceof ActiveRecordInterface) {
            $expected = 'doDelete() expects a criteria, an object, a key or a list of keys';
            throw self::unexpected($expected, $values, 'delete');
        }
        self::assertOfTable('doDelete', $tableMapClass, $values);
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
     * @param ActiveRecordInterface|DateTimeInterface|array<mixed>|int|string|float $values
     */
    private static function queryForKeys(
        string $tableMapClass,
        ActiveRecordInterface|DateTimeInterface|array|int|string|float $values,
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

    /**
     * Rejects an object or query of another table, because its key would belong to another row here.
     *
     * @param class-string<TableMap> $tableMapClass
     */
    private static function assertOfTable(string $method, string $tableMapClass, mixed $given): void
    {
        $other = match (true) {
            $given instanceof ActiveRecordInterface => Record::tableMap($given),
            $given instanceof ModelCriteria => $given->getTableMap()::class,
            default => $tableMapClass,
        };
        if ($other !== $tableMapClass) {
            throw new InvalidArgumentException(sprintf(
                '%s() of table "%s" got %s of table "%s"',
                $method,
                $tableMapClass::TABLE_NAME,
                $given instanceof ModelCriteria ? 'a query' : 'an object',
                $other::TABLE_NAME,
            ));
        }
    }

    /** @param string $method the method of collections that does the same for all objects */
    private static function unexpected(string $message, mixed $given, string $method): InvalidArgumentException
    {
        $hint = $given instanceof Collection ? sprintf(' (a collection has its own %s())', $method) : '';

        return new InvalidArgumentException($message . ', got ' . get_debug_type($given) . $hint);
    }

    /** @param class-string<TableMap> $tableMapClass */
    private static function assertWritable(string $tableMapClass): void
    {
        if ($tableMapClass::getTableMap()->isReadOnly()) {
            throw new LogicException(sprintf('Table "%s" is read-only', $tableMapClass::TABLE_NAME));
        }
    }
}
