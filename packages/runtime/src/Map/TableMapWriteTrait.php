<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/** Static writing methods of a generated table map: no hooks of model objects run here. */
trait TableMapWriteTrait
{
    /**
     * Inserts a row; the object, if it is one, is not changed.
     *
     * @return mixed the new primary key
     */
    public static function doInsert(ActiveRecordInterface|Criteria $criteria, ?ConnectionInterface $con = null)
    {
        self::assertWritable();
        $values = $criteria instanceof Criteria ? clone $criteria : $criteria->buildCriteria();
        if (self::AUTO_INCREMENT !== null) {
            $name = self::TABLE_NAME . '.' . self::AUTO_INCREMENT;
            if ($values->containsKey($name) && $values->getValue($name) === null) {
                $values->remove($name);
            } elseif ($values->containsKey($name) && !self::ALLOW_PK_INSERT) {
                throw new OrmException(sprintf('Column %s is auto-increment and must stay empty on insert', $name));
            }
        }
        $con ??= Orm::getServiceContainer()->getWriteConnection(self::DATABASE_NAME);
        $values->setPrimaryTableName(self::TABLE_NAME);

        return $con->transaction(static fn (): mixed => $values->doInsert($con));
    }

    /**
     * @param ActiveRecordInterface|Criteria|array<mixed>|int|string $values conditions, an object, a key or a list
     *     of keys (composite keys: a list, or a list of lists)
     */
    public static function doDelete(
        ActiveRecordInterface|Criteria|array|int|string $values,
        ?ConnectionInterface $con = null,
    ): int {
        self::assertWritable();
        $con ??= Orm::getServiceContainer()->getWriteConnection(self::DATABASE_NAME);
        $query = match (true) {
            $values instanceof ModelCriteria => clone $values,
            $values instanceof Criteria => self::newQuery()->mergeWith($values),
            default => self::queryForKeys($values),
        };

        return $query->delete($con);
    }

    public static function doDeleteAll(?ConnectionInterface $con = null): int
    {
        self::assertWritable();

        return self::newQuery()->doDeleteAll($con);
    }

    /** @param ActiveRecordInterface|array<mixed>|int|string $values */
    private static function queryForKeys(ActiveRecordInterface|array|int|string $values): ModelCriteria
    {
        $query = self::newQuery();
        $composite = count(self::PRIMARY_KEY_POSITIONS) > 1;
        $isOneKey = !is_array($values) || ($composite && !is_array(reset($values)));
        if ($values instanceof ActiveRecordInterface) {
            $values = $values->getPrimaryKey();
        }

        return $isOneKey ? $query->filterByPrimaryKey($values) : $query->filterByPrimaryKeys($values);
    }

    private static function newQuery(): ModelCriteria
    {
        return OrmQuery::from((string) self::getTableMap()->getClassName());
    }

    private static function assertWritable(): void
    {
        if (self::getTableMap()->isReadOnly()) {
            throw new LogicException(sprintf('Table "%s" is read-only', self::TABLE_NAME));
        }
    }
}
