<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ConcreteInheritance;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Hooks;
use Orm\Runtime\ActiveRecord\ObjectCopy;
use Orm\Runtime\ActiveRecord\UpdatePlan;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\OpenConnections;

/** An object whose row has a row of the parent table beside it, with the same key and the values that both have. */
trait ConcreteInheritanceTrait
{
    /**
     * @template T of ActiveRecordInterface
     * @param class-string<T> $class of the parent
     * @param string $descendant the column of the parent that holds the class of its child
     * @return T
     */
    private function parentOrNew(
        string $class,
        string $descendant,
        string $own,
        ?ConnectionInterface $con,
    ): ActiveRecordInterface {
        $key = $this->isPrimaryKeyNull() ? null : $this->getPrimaryKey();
        $parent = $key === null ? null : ($class . 'Query')::create()->findPk($key, $con);
        if ($parent !== null && !$this->isNew()) {
            return $parent;
        }
        if ($parent === null || !in_array($parent->{'get' . $descendant}(), [null, $own], true)) {
            $parent = new $class();
            if ($key !== null) {
                $parent->setPrimaryKey($key);
            }
        }
        $parent->{'set' . $descendant}($own);

        return $parent;
    }

    /**
     * @template T of ActiveRecordInterface
     * @param T $parent
     * @param list<string> $relations that both have
     * @return T
     */
    private function copyToParent(ActiveRecordInterface $parent, array $relations): ActiveRecordInterface
    {
        $table = (self::TABLE_MAP)::getTableMap();
        foreach (self::PARENT_COLUMNS as $name) {
            $parent->{'set' . $name}(ObjectCopy::value($this, $table->getColumnByPhpName($name)));
        }
        foreach ($relations as $name) {
            $related = $this->{'get' . $name}();
            if ($related !== null && $related->isNew()) {
                $parent->{'set' . $name}($related);
            }
        }

        return $parent;
    }

    /**
     * Writes what has changed to the row of the parent table, without reading it.
     *
     * @return bool false: the parent is more than a row that is there, and is to be saved as an object
     */
    private function writeToParent(ConnectionInterface $con): bool
    {
        $parent = (string) get_parent_class(self::class);
        $own = Hooks::of(static::class, self::class);
        if (
            $this->originalKey !== null || $own->hasOwn('getSyncParent') || $own->hasOwn('getParentOrCreate')
            || !$parent::insertsInBulk()
        ) {
            return false;
        }
        $map = $parent::TABLE_MAP;
        $columns = [];
        foreach (self::PARENT_COLUMNS as $name) {
            $column = (self::TABLE_MAP)::getTableMap()->getColumnByPhpName($name);
            if (isset($this->modifiedColumns[$column->getFullyQualifiedName()])) {
                $columns[$map::getTableMap()->getColumnByPhpName($name)->getFullyQualifiedName()] = true;
            }
        }
        if ($columns === []) {
            return true;
        }
        if (isset($map::$instances[$map::getInstanceKey($this->getPrimaryKey()) ?? ''])) {
            return false;
        }
        $plan = UpdatePlan::of($map, $columns);
        $values = [];
        foreach ($plan->properties as $property) {
            $values[] = $this->$property;
        }
        $con = OpenConnections::wrapped($con);
        $con->getRollbackLog()?->written($map);

        return $plan->execute($con, [...$values, ...$this->keyParts()]) > 0;
    }

    private function deleteWithChild(ActiveRecordInterface $parent, ConnectionInterface $con): void
    {
        if (!$parent->isNew()) {
            $parent->delete($con);
        }
    }

    /** @param list<string> $columns */
    private function copyFromParent(ActiveRecordInterface $parent, array $columns): void
    {
        foreach ($columns as $name) {
            $this->{'set' . $name}($parent->keyValue($name));
        }
    }
}
