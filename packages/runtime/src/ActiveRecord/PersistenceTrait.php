<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\ModelWrites;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Formatter\RowFormatter;
use Orm\Runtime\Map\CascadedChanges;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\LengthCheck;
use Throwable;

use function in_array;
use function is_array;
use function is_bool;

/**
 * Saving, deleting and reloading of model objects.
 *
 * @method bool behaviorWorkWaits()
 * @method int behaviorAroundRow(ConnectionInterface $con, callable $write)
 * @method void behaviorPostInsertRow(ConnectionInterface $con)
 * @method ModelCriteria buildPkeyCriteria()
 * @method int hydrate(array $row, int $startcol = 0, bool $rehydrate = false, string $indexType = 'num')
 */
trait PersistenceTrait
{
    use RecordState;

    /** The plan of the last update. The next object often has the same modified columns. */
    private static ?UpdatePlan $lastUpdate = null;

    /**
     * Saves the object and its related objects. New objects are inserted, others are updated.
     *
     * @return int the number of written rows, including those of related objects
     */
    public function save(?ConnectionInterface $con = null)
    {
        if ($this->rowIsDeleted) {
            throw new OrmException(sprintf('A deleted %s cannot be saved', static::class));
        }
        if (
            Record::$inSave !== [] && (isset(Record::$inSave[spl_object_id($this)])
            || (SaveOrder::$unwritten !== [] && SaveOrder::postpones($this)))
        ) {
            return 0;
        }
        /** @disregard P1012 see RecordState::tableMap(), whose call would take time here */
        $con = $con === null
            ? Orm::$connections->open[(self::TABLE_MAP)::DATABASE_NAME] ?? self::connectionToWrite(null)
            : ConnectionWrapper::wrap($con);
        $hooks = Hooks::of(static::class);
        $isUnchanged = $this->modifiedColumns === [] && !$this->rowIsNew && $hooks->mayIdle;
        $transaction = $this->rowIsNew ? $hooks->insert : $hooks->update;
        if ($isUnchanged && $transaction === [] && !$hooks->checksUnchangedObjects) {
            $waiting = $this->onlyWaitingObject();
            if (!is_bool($waiting)) {
                // save() of the related object starts its own transaction if it needs one.
                Record::$inSave[spl_object_id($this)] = true;
                try {
                    return $waiting->save($con);
                } finally {
                    unset(Record::$inSave[spl_object_id($this)]);
                }
            }
            $related = $waiting && $this->relatedWorkWaits();
        } else {
            $related = ($isUnchanged || $transaction === []) && $this->relatedWorkWaits();
        }
        if ($isUnchanged && !$related && !($hooks->checksUnchangedObjects && $this->behaviorWorkWaits())) {
            return 0;
        }
        if ($transaction !== []) {
            if (!$con->isInTransaction()) {
                return $hooks->write($con, fn (): int => $this->saveInTransaction($con, $hooks), $transaction);
            }
            $related = false;
        }
        if ($hooks->onSave || !Orm::$hasShortcuts || ($related && !$con->isInTransaction())) {
            $con->beginSave();
            try {
                $rows = $this->saveInTransaction($con, $hooks);
                $con->commit();

                return $rows;
            } catch (Throwable $failure) {
                $con->rollBackAfter($failure);
                throw $failure;
            }
        }
        try {
            // A single statement is its own transaction.
            return $related || $hooks->onRow ? $this->doSave($con) : $this->saveRow($con);
        } catch (Throwable $failure) {
            $con->failTransaction($failure);
            throw $failure;
        }
    }

    /**
     * Deletes the object's row.
     *
     * @return void
     */
    public function delete(?ConnectionInterface $con = null)
    {
        if ($this->rowIsDeleted) {
            throw new OrmException(sprintf('This %s is already deleted', static::class));
        }
        $con = self::connectionToWrite($con);
        $hooks = Hooks::of(static::class);
        if ($hooks->onDelete ?? $hooks->onDelete()) {
            $hooks->write($con, fn () => $this->deleteRow($con, $hooks), $hooks->update);

            return;
        }
        try {
            // A single statement is its own transaction.
            $this->deleteRow($con, $hooks);
        } catch (Throwable $failure) {
            $con->failTransaction($failure);
            throw $failure;
        }
    }

    private function deleteRow(ConnectionInterface $con, Hooks $hooks): void
    {
        if ($hooks->onDelete && !$this->runHooksBefore($hooks, 'Delete', $con)) {
            return;
        }
        // A missing row needs no deletion. A row whose key the database has rounded still exists, however.
        $rows = $hooks->deletesByKey
            ? ModelWrites::deleteByKey(self::tableMap(), $con, $this->originalKey ?? $this->getPrimaryKey())
            : null;
        $rows ??= $this->buildPkeyCriteria()->delete($con);
        if ($rows === 0 && self::tableMap()::getTableMap()->mayRoundKeys()) {
            throw $this->noRow('deleted');
        }
        if ($hooks->onDelete) {
            $this->runHooksAfter($hooks, 'Delete', $con);
        }
        $con->rollbackLog?->saved($this, $this->rowIsNew, $this->modifiedColumns, $this->originalKey);
        $this->rowIsDeleted = true;
        ObjectRelations::leaveLists($this);
        ObjectPartners::leave($this, $con->rollbackLog);
    }

    /**
     * Reloads the object from its row. With $deep, related objects are forgotten, too.
     *
     * @return void
     */
    public function reload(bool $deep = false, ?ConnectionInterface $con = null)
    {
        if ($this->rowIsDeleted || $this->rowIsNew) {
            throw new OrmException(sprintf(
                'A %s %s cannot be reloaded',
                $this->rowIsDeleted ? 'deleted' : 'new',
                static::class,
            ));
        }
        $con ??= Orm::services()->connections->toRead(self::tableMap()::DATABASE_NAME);
        $row = $this->buildPkeyCriteria()->setFormatter(new RowFormatter())->find($con);
        if ($row === null) {
            throw new OrmException(sprintf('The row of this %s no longer exists', static::class));
        }
        $log = ConnectionWrapper::wrap($con)->rollbackLog;
        $before = $log?->isDirty() ? get_object_vars($this) : null;
        $this->hydrate($row, 0, true);
        $this->originalKey = null;
        if ($before !== null) {
            $changes = [];
            foreach (get_object_vars($this) as $name => $value) {
                if (array_key_exists($name, $before) && $before[$name] !== $value) {
                    $changes[$name] = [$before[$name], $value];
                }
            }
            $log->moved($this, $changes, 'forgetReload');
        }
        if ($deep) {
            method_exists($this, 'clearReferencesOnReload')
                ? $this->clearReferencesOnReload()
                : $this->clearAllReferences();
        }
    }

    /**
     * Restores the values from before a reload in a transaction that was rolled back, unless they have changed since.
     *
     * @param array<string, array{mixed, mixed}> $changes values before and after the reload, by property
     * @return void
     */
    protected function forgetReload(array $changes)
    {
        $modified = $changes['modifiedColumns'][0] ?? [];
        unset($changes['modifiedColumns']);
        foreach ($changes as $property => [$before, $after]) {
            if ($this->$property === $after) {
                $this->$property = $before;
            }
        }
        $this->modifiedColumns += $modified;
    }

    /**
     * Restores the object's state from before it was saved in a transaction that was rolled back.
     *
     * @param array<string, true> $modifiedColumns
     * @param list<mixed>|null $originalKey the key of the row, if the object's key was changed before the save
     * @return void
     */
    protected function restoreState(bool $new, array $modifiedColumns, ?array $originalKey = null)
    {
        if ($this->rowIsDeleted) {
            $this->rowIsDeleted = false;
            ObjectRelations::returnToLists($this);
        }
        $this->originalKey = $new ? null : $originalKey ?? $this->originalKey;
        $autoIncrement = self::tableMap()::AUTO_INCREMENT;
        if ($new && !$this->rowIsNew && $autoIncrement !== null) {
            $name = self::tableMap()::TABLE_NAME . '.' . $autoIncrement;
            if (!isset($modifiedColumns[$name])) {
                $this->{self::tableMap()::getTableMap()->getColumn($autoIncrement)->getProperty()} = null;
            }
        }
        $this->rowIsNew = $new;
        $this->modifiedColumns = $modifiedColumns + $this->modifiedColumns;
    }

    /**
     * Restores the values that the database had filled in a transaction that was rolled back.
     *
     * @param array<string, mixed> $values by column
     * @return void
     */
    protected function restoreValues(array $values)
    {
        foreach (array_diff_key($values, $this->modifiedColumns) as $name => $value) {
            DatabaseValues::put($this, self::tableMap()::getTableMap()->getColumn($name), $value);
        }
    }

    /**
     * Returns whether saving this object involves related objects. Generated classes with relations override it.
     *
     * @return bool
     */
    protected function relatedWorkWaits()
    {
        return false;
    }

    /**
     * Saves the related objects whose keys this row needs, then the row, then the objects that need its key.
     *
     * @return int
     */
    protected function doSave(ConnectionInterface $con)
    {
        if (isset(Record::$inSave[spl_object_id($this)])) {
            return 0;
        }
        Record::$inSave[spl_object_id($this)] = true;
        $isNew = $this->rowIsNew;
        if ($isNew) {
            SaveOrder::$unwritten[spl_object_id($this)] = [];
        }
        try {
            $rows = $this->saveReferencedObjects($con);
            $hooks = Hooks::of(static::class);
            $rows += $this->saveRowWithHooks($con, $hooks);
            $waiting = $isNew ? SaveOrder::written($this) : [];
            $rows += $this->saveReferringObjects($con);

            return $waiting === [] ? $rows : $rows + $this->saveWaiting($waiting, $con);
        } finally {
            unset(Record::$inSave[spl_object_id($this)], SaveOrder::$unwritten[spl_object_id($this)]);
        }
    }

    /**
     * Saves the objects that waited for this row, and then this row, which may refer to them.
     *
     * @param list<object> $waiting
     */
    private function saveWaiting(array $waiting, ConnectionInterface $con): int
    {
        $rows = 0;
        foreach ($waiting as $object) {
            if (Record::isUnsaved($object)) {
                $rows += $object->save($con);
            }
        }

        return $rows + $this->saveRowAgain($con);
    }

    /** Updates the row if it refers to rows that were inserted after it. */
    private function saveRowAgain(ConnectionInterface $con): int
    {
        $rows = $this->saveReferencedObjects($con);
        if ($this->modifiedColumns === []) {
            return $rows;
        }

        return $rows + $this->saveRowWithHooks($con, Hooks::of(static::class));
    }

    /** @return void */
    protected function doInsert(ConnectionInterface $con)
    {
        $plan = self::$lastInsert;
        if (
            $plan === null || $plan->revision !== Orm::$plans->revision
            || $plan->modifiedColumns !== $this->modifiedColumns
        ) {
            $plan = method_exists($this, 'planAppend') ? $this->planAppend() : null;
            $plan ??= self::$lastInsert = InsertPlan::of(self::tableMap(), $this->modifiedColumns);
        }
        $values = [];
        foreach ($plan->properties as $property) {
            $values[] = $this->$property;
        }
        if (in_array(null, $values, true)) {
            $plan->required->check($values);
        }
        if ($plan->limited !== []) {
            LengthCheck::checkRow($values, $plan->limited, self::tableMap()::LENGTHS);
        }
        $made = null;
        $given = $plan->made === null
            ? $plan->execute($con, $values)
            : $plan->executeFilled($con, $values, $made);
        if ($given !== null) {
            $this->{$plan->taker}($given);
        }
        ++Record::$inserts;
        $this->rowIsNew = false;
        if ($plan->made !== null) {
            $made === null ? $plan->made->read($con, $this) : $plan->made->giveTo($this, $made, $con);
        }
    }

    /** @return int */
    protected function doUpdate(ConnectionInterface $con)
    {
        $plan = self::$lastUpdate;
        if (
            $plan === null || $plan->revision !== Orm::$plans->revision
            || $plan->modifiedColumns !== $this->modifiedColumns
        ) {
            $plan = self::$lastUpdate = UpdatePlan::of(self::tableMap(), $this->modifiedColumns);
        }
        $values = [];
        foreach ($plan->properties as $property) {
            $values[] = $this->$property;
        }
        if (in_array(null, $values, true)) {
            $plan->required->check($values);
        }
        if ($plan->limited !== []) {
            LengthCheck::checkRow($values, $plan->limited, self::tableMap()::LENGTHS);
        }
        $key = $this->originalKey ?? ($plan->hasPlainKey ? $this->getPrimaryKey() : $this->keyParts());
        if (is_array($key)) {
            array_push($values, ...$key);
        } else {
            $values[] = $key;
        }
        $rows = $plan->execute($con, $values);
        if ($rows === 0 && !$plan->finds($con, $this->originalKey ?? $this->keyParts())) {
            $isPassedOn = $this->originalKey !== null && ParentKey::isPassedOn(self::tableMap())
                && $plan->finds($con, $this->keyParts());
            if (!$isPassedOn) {
                throw $this->noRow('saved');
            }
            // The database has cascaded the new key of the referenced row to this row.
            $rows = $plan->execute($con, [...array_slice($values, 0, -count($this->keyParts())), ...$this->keyParts()]);
        }
        $plan->made?->read($con, $this);

        return $rows;
    }

    /** Returns the given connection, or the model's write connection. */
    private static function connectionToWrite(?ConnectionInterface $con): ConnectionWrapper
    {
        if ($con !== null) {
            return ConnectionWrapper::wrap($con);
        }

        return Orm::services()->connections->toWrite(self::tableMap()::DATABASE_NAME);
    }

    private function noRow(string $what): OrmException
    {
        return new OrmException(sprintf(
            'This %s cannot be %s: no row has the key %s. It was deleted or got another key, or the database has stored'
            . ' the key as another value',
            static::class,
            $what,
            json_encode($this->originalKey ?? $this->getPrimaryKey(), JSON_PARTIAL_OUTPUT_ON_ERROR),
        ));
    }

    /**
     * Saves the objects that this row refers to, and copies their keys.
     *
     * @return int
     */
    protected function saveReferencedObjects(ConnectionInterface $con)
    {
        return 0;
    }

    /**
     * Saves the objects that refer to this row, and deletes the removed ones.
     *
     * @return int
     */
    protected function saveReferringObjects(ConnectionInterface $con)
    {
        return 0;
    }

    private function saveInTransaction(ConnectionInterface $con, Hooks $hooks): int
    {
        if (!$hooks->aroundSave) {
            return $this->doSave($con);
        }
        $point = $this->rowIsNew ? 'Insert' : 'Update';
        $go = $this->runHooksBefore($hooks, 'Save', $con);
        $go = $this->runHooksBefore($hooks, $point, $con, $go);
        if (!$go) {
            return 0;
        }
        $rows = $this->doSave($con);
        $this->runHooksAfter($hooks, $point, $con);
        $this->runHooksAfter($hooks, 'Save', $con);

        return $rows;
    }

    /**
     * Returns the only related object to save, if there is nothing else to do.
     *
     * @return (ActiveRecordInterface&PersistenceTrait)|bool false: nothing to do; true: relatedWorkWaits() has to
     *     decide
     */
    private function onlyWaitingObject(): ActiveRecordInterface|bool
    {
        $waiting = false;
        $known = Orm::$services->facts[ObjectRelations::class][self::tableMap()] ?? ObjectRelations::held($this);
        foreach ($known as [$relation, $property, $scheduled]) {
            $held = $this->$property ?? null;
            if ($scheduled !== null && isset($this->$scheduled)) {
                return true;
            }
            if ($held === null) {
                continue;
            }
            // This object refers to the related one.
            if ($relation !== null && ($held->isNew() || !ObjectRelations::agree($this, $relation, $held))) {
                return true;
            }
            if ($scheduled === null && !$held->isModified() && !$held->isNew()) {
                continue;
            }
            $isUnsaved = null;
            foreach ($scheduled === null ? [$held] : $held->getData() as $member) {
                $isUnsaved ??= Record::of($member::class)->isUnsaved;
                if ($isUnsaved($member)) {
                    if ($waiting !== false || $member === $this) {
                        return true;
                    }
                    $waiting = $member;
                }
            }
        }

        return $waiting;
    }

    /** Runs the hooks of the stub class until one cancels the operation, and those of behaviors always. */
    private function runHooksBefore(Hooks $hooks, string $point, ConnectionInterface $con, bool $go = true): bool
    {
        [$ofStub, $ofBehaviors] = $hooks->before[$point];
        if ($go && $ofStub !== null) {
            $con->rollbackLog?->seen();
            // A hook without a return type may return a number instead of true.
            $go = (bool) $this->$ofStub($con);
        }
        // A behavior may replace the deletion, which a hook of the application must be able to cancel.
        if ($ofBehaviors !== null && ($go || $point !== 'Delete')) {
            $go = $this->$ofBehaviors($con) && $go;
        }

        return $go;
    }

    private function runHooksAfter(Hooks $hooks, string $point, ConnectionInterface $con): void
    {
        [$ofStub, $ofBehaviors] = $hooks->after[$point];
        if ($ofStub !== null) {
            $this->$ofStub($con);
        }
        if ($ofBehaviors !== null) {
            $this->$ofBehaviors($con);
        }
    }

    /** Writes the row with the hooks around it. A behavior may retry until the database accepts the row. */
    private function saveRowWithHooks(ConnectionInterface $con, Hooks $hooks): int
    {
        if (!$hooks->onRow) {
            return $this->saveRow($con);
        }
        $isInsert = $this->rowIsNew;
        // Right before the row is written, its foreign keys are known and no hook has cancelled the save.
        $beforeRow = $hooks->beforeRow[$isInsert ? 'Insert' : 'Update'] ?? null;
        if ($beforeRow !== null) {
            $this->runBeforeRow($beforeRow, $con, $hooks);
        }
        $rows = !$hooks->aroundRow
            ? $this->saveRow($con)
            : $this->behaviorAroundRow($con, function (bool $again) use ($con, $hooks, $beforeRow): int {
                if ($again && $beforeRow !== null) {
                    $this->runBeforeRow($beforeRow, $con, $hooks);
                }

                return $this->saveRow($con);
            });
        if ($isInsert && $hooks->afterInsertedRow) {
            $this->behaviorPostInsertRow($con);
        }

        return $rows;
    }

    /**
     * Runs a behavior hook before the row is written. If the attempt is rolled back, its values are reset, so that the
     * behavior sets them again for the next one.
     */
    private function runBeforeRow(string $method, ConnectionInterface $con, Hooks $hooks): void
    {
        if ($con->rollbackLog === null) {
            $this->$method($con);

            return;
        }
        $values = [];
        foreach ($hooks->properties ?? $hooks->properties() as $name => $property) {
            if (!isset($this->modifiedColumns[$name])) {
                $values[$name] = $this->$property;
            }
        }
        $this->$method($con);
        $before = array_intersect_key($values, $this->modifiedColumns);
        if ($before !== []) {
            $con->rollbackLog->moved($this, $before, 'forgetValues');
        }
    }

    /**
     * Resets the values that behaviors had set for a save that was rolled back.
     *
     * @param array<string, mixed> $values by column
     * @return void
     */
    protected function forgetValues(array $values)
    {
        $this->modifiedColumns = array_diff_key($this->modifiedColumns, $values);
        $this->restoreValues($values);
    }

    private function saveRow(ConnectionInterface $con): int
    {
        $new = $this->rowIsNew;
        $modified = $this->modifiedColumns;
        if ($new) {
            $this->doInsert($con);
            $rows = 1;
        } elseif ($modified !== []) {
            $rows = $this->doUpdate($con);
        } else {
            return 0;
        }
        if ($con->rollbackLog !== null) {
            $con->rollbackLog->saved($this, $new, $modified, $this->originalKey);
        }
        /** @disregard P1012 as in save() */
        $map = self::TABLE_MAP;
        $isPooled = null;
        if (!$new && ($this->originalKey !== null || (self::$lastUpdate->cascades ?? true))) {
            $isPooled = $this->originalKey === null
                ? $map::hasInPool($this)
                : InstancePools::forgetFormerKey($map, $this, $this->originalKey);
            CascadedChanges::forgetChanged($map, $modified);
        }
        $this->modifiedColumns = [];
        $this->originalKey = null;
        if ($this->rowIsStale) {
            // Neither this object nor another one of the same row contains all of its current values.
            InstancePools::forgetChanged($map, $this);
        } elseif (
            $con === (Orm::$connections->open[$map::DATABASE_NAME] ?? null)
            || !InstancePools::isForeign($con, $map::DATABASE_NAME)
        ) {
            if ($new || $isPooled) {
                $map::addInstanceToPool($this);
            } else {
                // This object does not know about statements that were run after it left the pool.
                $isPooled === null
                    ? $map::rowWritten($this)
                    : InstancePools::forgetChanged($map, $this);
            }
        }

        return $rows;
    }
}
