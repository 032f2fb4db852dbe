<?php

declare(strict_types=1);

namespace Orm\Symfony\Validator;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\ConstraintValidator;
use Symfony\Component\Validator\Exception\ConstraintDefinitionException;
use Symfony\Component\Validator\Exception\UnexpectedTypeException;
use Symfony\Component\Validator\Exception\UnexpectedValueException;

final class UniqueModelValidator extends ConstraintValidator
{
    public function validate(mixed $value, Constraint $constraint): void
    {
        if (!$constraint instanceof UniqueModel) {
            throw new UnexpectedTypeException($constraint, UniqueModel::class);
        }
        if ($value === null) {
            return;
        }
        if (!$value instanceof ActiveRecordInterface) {
            throw new UnexpectedValueException($value, ActiveRecordInterface::class);
        }
        $table = Record::tableMap($value)::getTableMap();
        foreach ($constraint->fields === [] ? $table::UNIQUE_KEYS : [$constraint->fields] as $key) {
            $columns = array_map(static fn (string $name): ColumnMap => self::columnOf($table, $name), $key);
            if ($this->isTaken($value, $table, $columns)) {
                $this->context->buildViolation($constraint->message)
                    ->atPath($constraint->errorPath ?? self::pathOf($columns))
                    ->setCode(UniqueModel::NOT_UNIQUE_ERROR)
                    ->addViolation();
            }
        }
    }

    /**
     * Returns the property for the message. Forms contain relation fields instead of foreign keys, and most of them
     * show the message where a user has typed.
     *
     * @param non-empty-list<ColumnMap> $columns
     */
    private static function pathOf(array $columns): string
    {
        foreach ($columns as $column) {
            if (!$column->isForeignKey()) {
                return lcfirst($column->getPhpName());
            }
        }

        return lcfirst($columns[0]->getRelation()?->getName() ?? $columns[0]->getPhpName());
    }

    private static function columnOf(TableMap $table, string $name): ColumnMap
    {
        return $table->findColumnByName($name) ?? throw new ConstraintDefinitionException(
            sprintf('UniqueModel: table "%s" has no column "%s".', $table->getName(), $name),
        );
    }

    /** @param list<ColumnMap> $columns */
    private function isTaken(ActiveRecordInterface $object, TableMap $table, array $columns): bool
    {
        $query = OrmQuery::from((string) $table->getClassName());
        if ($table::DELETED_COLUMN !== null) {
            // The unique key of the database includes the rows that soft_delete hides.
            $query->includeDeleted();
        }
        foreach ($columns as $column) {
            $value = Record::call($object, 'get' . $column->getPhpName());
            if ($value === null) {
                // Databases do not compare rows with null in a unique key.
                return false;
            }
            if ((is_string($value) || is_int($value)) && !$column->isLob()) {
                if (RowLookup::filter($query, [$column->getName() => (string) $value]) === null) {
                    return false;
                }
            } else {
                $query->filterBy($column->getPhpName(), $value, Criteria::EQUAL);
            }
        }
        // If the key of an object has changed, its row is found by the stored key.
        $formerKey = $object->isNew() ? null : Record::get($object, 'originalKey') ?? $object->getPrimaryKey();
        if ($formerKey === null) {
            return $query->exists();
        }

        return $query->count() > (clone $query)->filterByPrimaryKey($formerKey)->count();
    }
}
