<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BinaryCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ModelCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectImport;
use Orm\Runtime\ActiveRecord\PersistenceTrait;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\Database\UniqueViolation;

/**
 * Creates or saves the object that a query did not find.
 *
 * @internal
 */
final class FindOrSave
{
    /** Returns a new object with the values of the query's equality conditions. */
    public static function newObject(ModelCriteria $query): ActiveRecordInterface
    {
        $class = $query->getModelNameOrFail();
        $object = new $class();
        foreach ($query->getMap() as $criterion) {
            $clause = $criterion instanceof ModelCriterion ? $criterion : null;
            $isEqual = $clause?->isEquality()
                ?? (($criterion instanceof BasicCriterion && $criterion->getComparison() === Criteria::EQUAL)
                    || ($criterion instanceof BinaryCriterion && $criterion->getComparison() === Criteria::BINARY_ALL));
            $name = (string) ($clause === null
                ? $criterion->getColumn()
                : $clause->firstColumn(new Resolver($query))?->column);
            if ($isEqual && $query->getTableMap()->hasColumn($name)) {
                ObjectImport::set($object, $query->getTableMap()->getColumn($name), $criterion->getValue());
            }
        }

        return $object;
    }

    /** @param callable(ActiveRecordInterface): mixed|null $prepare completes a new object before it is saved */
    public static function run(
        ModelCriteria $query,
        ?callable $prepare,
        ?ConnectionInterface $con,
    ): ActiveRecordInterface {
        $con = ModelWrites::connection($query, $con);
        /** @var ActiveRecordInterface&PersistenceTrait $object */
        $object = $query->findOneOrCreate($con);
        if (!$object->isNew()) {
            return $object;
        }
        if ($prepare !== null) {
            $prepare($object);
        }
        if (!$con->inTransaction()) {
            try {
                $object->save($con);
            } catch (UniqueViolation $violation) {
                return $query->findOne($con) ?? throw $violation;
            }

            return $object;
        }
        try {
            // The savepoint keeps a failed statement from aborting the whole transaction.
            $con->savepoint(static fn (): mixed => $object->save($con));
        } catch (UniqueViolation $violation) {
            // A plain read may still use the snapshot from the start of the transaction.
            return (clone $query)->lockForShare()->findOne($con) ?? throw $violation;
        }

        return $object;
    }
}
