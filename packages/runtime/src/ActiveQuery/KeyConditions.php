<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use DateTimeInterface;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\KeyListCriterion;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;

/**
 * Adds conditions on the primary key of a query's model.
 *
 * @internal
 */
final class KeyConditions
{
    /** The highest number of composite keys that are combined with OR in one condition. */
    public const LONGEST_CHAIN = 200;

    /**
     * @param array<mixed>|int|string|null $key a list for a composite key
     * @return non-empty-list<array{string, mixed, null}> columns and values; the comparison is null
     */
    public static function one(ModelCriteria $query, mixed $key): array
    {
        $table = $query->getTableMap();
        $columns = $table->getPrimaryKeys() ?: self::columns($query);
        $parts = $table->storedKey($key);
        $conditions = [];
        foreach ($columns as $column) {
            $conditions[] = [$column->getFullyQualifiedName(), $parts[count($conditions)] ?? null, null];
        }

        return $conditions;
    }

    /** @param list<mixed>|mixed $keys a list of keys, or one key */
    public static function addAny(ModelCriteria $query, mixed $keys): void
    {
        $keys = is_array($keys) ? $keys : [$keys];
        $columns = self::columns($query);
        if (count($columns) === 1) {
            $stored = static fn (mixed $key): mixed => $query->getTableMap()->storedKey($key)[0];
            $name = $columns[0]->getFullyQualifiedName();
            $query->addUsingAlias($name, array_map($stored, array_values($keys)), Criteria::IN);

            return;
        }
        if ($keys === []) {
            $query->addUsingOperator(null, '1<>1', Criteria::CUSTOM);

            return;
        }
        $any = count($keys) > self::LONGEST_CHAIN ? self::list($query, $columns, $keys) : null;
        foreach ($any === null ? $keys : [] as $key) {
            $all = self::combined($query, $key, null, 'addAnd');
            $any = $any === null ? $all : $any->addOr($all);
        }
        $query->addUsingOperator($any, null, null, false);
    }

    /**
     * Returns one condition for a large number of composite keys; null if a key contains a value that is not allowed in
     * a list.
     *
     * @param non-empty-list<ColumnMap> $columns
     * @param array<mixed> $keys
     */
    private static function list(ModelCriteria $query, array $columns, array $keys): ?KeyListCriterion
    {
        $table = $query->getTableMap();
        $stored = [];
        foreach ($keys as $key) {
            $parts = $table->storedKey($key);
            foreach ($parts as $part) {
                $isValue = is_scalar($part) || $part instanceof DateTimeInterface;
                if (!$isValue || (is_string($part) && isset(BasicCriterion::KEYWORDS[$part]))) {
                    return null;
                }
            }
            $stored[] = $parts;
        }
        $names = array_map(static fn (ColumnMap $column): string => $column->getName(), $columns);

        return new KeyListCriterion($query, $query->getTableNameInQuery(), $table->getName(), $names, $stored);
    }

    /** Returns whether one condition for all keys would be an OR chain so long that databases take long to plan it. */
    public static function areMany(ModelCriteria $query, mixed $keys): bool
    {
        return is_array($keys) && count($keys) > self::LONGEST_CHAIN && count(self::columns($query)) > 1;
    }

    /**
     * @param list<mixed> $keys
     * @return ObjectCollection<int, ActiveRecordInterface>
     */
    public static function findInParts(ModelCriteria $query, array $keys, ?ConnectionInterface $con): ObjectCollection
    {
        $found = [];
        foreach (array_chunk($keys, self::LONGEST_CHAIN) as $part) {
            foreach ((clone $query)->filterByPrimaryKeys($part)->find($con) as $object) {
                // Several parts may contain the same key.
                $found[serialize($object->getPrimaryKey())] = $object;
            }
        }

        return $query->getTableMap()->newCollection(array_values($found));
    }

    /** Adds a condition that at least one part of the key differs from the object's key. */
    public static function addOther(ModelCriteria $query, ActiveRecordInterface $object): void
    {
        self::columns($query);
        self::requireRow('prune', $object);
        $tableMapClass = Record::tableMap($object);
        if (!$tableMapClass::getTableMap()->hasRowsOf($query->getTableMap())) {
            throw new OrmException(sprintf(
                'prune() of table "%s" got an object of table "%s"',
                $query->getTableMap()->getName(),
                $tableMapClass::TABLE_NAME,
            ));
        }
        $other = self::combined($query, $object->getPrimaryKey(), Criteria::NOT_EQUAL, 'addOr');
        $query->addUsingOperator($other, null, null, false);
    }

    /**
     * Returns the object, or throws if it has no row. Without a row, an object has no key or another row's key, so that
     * a condition on it would match other rows.
     *
     * @param string $method the method that the object was passed to
     */
    public static function requireRow(string $method, ActiveRecordInterface $object): ActiveRecordInterface
    {
        $reason = match (true) {
            $object->isDeleted() => 'it was deleted',
            $object->isNew() => 'it is new',
            self::lacksKey($object) => 'its key is not set',
            default => null,
        };

        return $reason === null ? $object : throw new OrmException(
            sprintf('%s() needs an object with a row; the %s has none: %s', $method, $object::class, $reason),
        );
    }

    private static function lacksKey(ActiveRecordInterface $object): bool
    {
        $key = $object->getPrimaryKey();

        return is_array($key) ? in_array(null, $key, true) : $object->isPrimaryKeyNull();
    }

    /** @param 'addAnd'|'addOr' $method the method that combines the parts */
    private static function combined(
        ModelCriteria $query,
        mixed $key,
        ?string $comparison,
        string $method,
    ): AbstractCriterion {
        $combined = null;
        foreach (self::one($query, $key) as [$column, $value]) {
            $part = $query->getNewCriterion($query->getAliasedColName($column), $value, $comparison);
            $combined = $combined === null ? $part : $combined->$method($part);
        }

        return $combined;
    }

    /** @return non-empty-list<ColumnMap> */
    public static function columns(ModelCriteria $query): array
    {
        return array_values($query->getTableMap()->getPrimaryKeys()) ?: throw new LogicException(
            sprintf('%s objects have no primary key', $query->getModelName()),
        );
    }
}
