<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveRecord\Exception\NotNullViolationException;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;

/**
 * Rejects null for NOT NULL columns before a statement is run. Setters accept null, because forms may submit it.
 *
 * @internal
 */
final class RequiredColumns
{
    /** @var array<int, ColumnMap> columns by the positions of their values */
    private array $columns = [];

    /** @param list<ColumnMap> $columns the columns of the values, in order */
    public function __construct(array $columns, ?string $autoIncrement)
    {
        foreach ($columns as $position => $column) {
            if ($column->isNotNull() && $column->getName() !== $autoIncrement) {
                $this->columns[$position] = $column;
            }
        }
    }

    /** @param list<mixed> $values */
    public function check(array $values): void
    {
        foreach ($this->columns as $position => $column) {
            if ($values[$position] === null) {
                throw self::violation($column, 'Column %s is required and cannot be null');
            }
        }
    }

    /**
     * Throws if an INSERT leaves out a column that has neither a default nor a generated value. Otherwise SQLite would
     * number a key that belongs to another table, and MySQL might store an empty value.
     *
     * @param array<string, true> $given names of the columns with values, with their table
     */
    public static function refuseMissing(TableMap $table, array $given): void
    {
        foreach ($table->getColumns() as $column) {
            if (
                $column->isNotNull() && !isset($given[$column->getFullyQualifiedName()])
                && $column->getDefaultValue() === null && !$column->isGenerated()
                && $column->getName() !== $table::AUTO_INCREMENT
                && !in_array($column->getPhpName(), $table::DATABASE_DEFAULTS, true)
                && !in_array($column->getPhpName(), $table::OPTIONAL_ON_INSERT, true)
            ) {
                throw self::violation($column, 'Column %s is required and has no default: set it before the insert');
            }
        }
    }

    private static function violation(ColumnMap $column, string $message): NotNullViolationException
    {
        return new NotNullViolationException(
            sprintf($message, $column->getFullyQualifiedName()),
            new ErrorInfo(ErrorKind::NotNullViolation, '23502', null, $column->getTableName(), [$column->getName()]),
        );
    }
}
