<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ConcreteInheritance;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\RecordState;

/** An object whose row may have a matching row in a child table, with the same key. */
trait ConcreteInheritanceParentTrait
{
    use RecordState;

    private function childOf(?string $class): ?ActiveRecordInterface
    {
        if ($class === null) {
            return null;
        }
        $query = ltrim($class, '\\') . 'Query';
        $child = $query::create()->findPk($this->getPrimaryKey());

        return $child !== null && $child->hasChildObject() ? $child->getChildObject() : $child;
    }
}
