<?php

declare(strict_types=1);

namespace Orm\Runtime\Validator\Constraints;

use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\ConstraintValidator;
use Symfony\Component\Validator\Exception\UnexpectedTypeException;

/** Checks with a query that no other row has the value. */
class UniqueValidator extends ConstraintValidator
{
    public function validate(mixed $value, Constraint $constraint): void
    {
        if (!$constraint instanceof Unique) {
            throw new UnexpectedTypeException($constraint, Unique::class);
        }
        $object = $this->context->getObject();
        if ($value === null || !$object instanceof ActiveRecordInterface) {
            return;
        }
        $tableMapClass = Record::tableMap($object);
        $name = $constraint->column !== '' ? $constraint->column : (string) $this->context->getPropertyName();
        $table = $tableMapClass::getTableMap();
        $column = $table->getColumn($name);
        $query = OrmQuery::from((string) $table->getClassName())->filterBy($column->getPhpName(), $value);
        if ($tableMapClass::DELETED_COLUMN !== null && in_array([$column->getPhpName()], $table::UNIQUE_KEYS, true)) {
            // The unique key of the database includes the rows that soft_delete hides.
            $query->includeDeleted();
        }
        $formerKey = $object->isNew() ? null : Record::get($object, 'originalKey');
        if (!$object->isNew() && $formerKey === null) {
            $query->prune($object);
        }
        // If the key of an object has changed, its row is found by the stored key.
        $own = $formerKey === null ? 0 : (clone $query)->filterByPrimaryKey($formerKey)->count();
        if ($own === 0 ? $query->exists() : $query->count() > $own) {
            $this->context->buildViolation($constraint->message)->addViolation();
        }
    }
}
