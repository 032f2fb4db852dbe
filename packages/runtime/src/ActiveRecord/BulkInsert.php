<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\LengthCheck;
use Throwable;

/**
 * Inserts many rows per statement.
 *
 * @internal
 */
final class BulkInsert
{
    /**
     * @param non-empty-list<ActiveRecordInterface&PersistenceTrait> $objects of one class and with the same modified
     *     columns
     */
    public static function insert(array $objects, ConnectionInterface $con): void
    {
        $tableMapClass = Record::tableMap($objects[0]);
        $adapter = Orm::getServiceContainer()->getAdapter($tableMapClass::DATABASE_NAME);
        $plan = InsertPlan::of($tableMapClass, array_fill_keys($objects[0]->getModifiedColumns(), true));
        $con = ConnectionWrapper::wrap($con);
        if (!$adapter->supportsMultiRowInsert() || !$plan->takesRows($con) || $plan->properties === []) {
            foreach ($objects as $object) {
                $object->save($con);
            }

            return;
        }
        InstancePools::sweepIfFull();
        $rows = max(1, min(InsertPlan::ROWS, intdiv($adapter->getMaxBindings(), count($plan->properties))));
        foreach (array_chunk($objects, $rows) as $chunk) {
            self::insertChunk($chunk, $plan, $con, $tableMapClass, count($chunk) < $rows);
        }
    }

    /**
     * @param non-empty-list<ActiveRecordInterface> $objects
     * @param class-string<TableMap> $tableMapClass
     * @param bool $isRare whether this number of rows is unlikely to occur again
     */
    private static function insertChunk(
        array $objects,
        InsertPlan $plan,
        ConnectionWrapper $con,
        string $tableMapClass,
        bool $isRare,
    ): void {
        $record = Record::of($objects[0]::class);
        $values = $record->values($objects, $plan->properties);
        if ($plan->limited !== [] || in_array(null, $values, true)) {
            foreach (array_chunk($values, count($plan->properties)) as $row) {
                $plan->required->check($row);
                LengthCheck::checkRow($row, $plan->limited, $tableMapClass::LENGTHS);
            }
        }
        try {
            $ids = $plan->executeRows($con, count($objects), $values, $isRare, $made);
        } catch (Throwable $failure) {
            $con->failTransaction($failure);
            throw $failure;
        }
        $record->inserted($objects, (string) $plan->idSetter, $ids);
        foreach ($made ?? [] as $i => $row) {
            $plan->made->giveTo($objects[$i], $row, $con);
        }
        $con->rollbackLog?->inserted($objects, $plan->modifiedColumns);
        if (!InstancePools::isForeign($con, $tableMapClass::DATABASE_NAME)) {
            InstancePools::addNew($tableMapClass, $objects);
        }
    }
}
