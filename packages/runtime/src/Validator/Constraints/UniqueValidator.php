<?php

declare(strict_types=1);

namespace Orm\Runtime\Validator\Constraints;

use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\ConstraintValidator;
use Symfony\Component\Validator\Exception\UnexpectedTypeException;

/** Asks the database: a new object must find no row with its value, a saved one at most its own. */
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
        $tableMapClass = $object::TABLE_MAP;
        $name = $constraint->column !== '' ? $constraint->column : (string) $this->context->getPropertyName();
        $table = $tableMapClass::getTableMap();
        $column = $table->getColumn($name);
        $query = OrmQuery::from((string) $table->getClassName())->filterBy($column->getPhpName(), $value);
        if (!$object->isNew()) {
            $query->prune($object);
        }
        if ($query->exists()) {
            $this->context->buildViolation($constraint->message)->addViolation();
        }
    }
}
