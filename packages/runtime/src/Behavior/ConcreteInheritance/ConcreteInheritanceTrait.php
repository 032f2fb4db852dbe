<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ConcreteInheritance;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;

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
            $parent->{'set' . $name}($this->copiedValue($table->getColumnByPhpName($name)));
        }
        foreach ($relations as $name) {
            $related = $this->{'get' . $name}();
            if ($related !== null && $related->isNew()) {
                $parent->{'set' . $name}($related);
            }
        }

        return $parent;
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
