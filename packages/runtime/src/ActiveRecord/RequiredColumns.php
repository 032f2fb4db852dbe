<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveRecord\Exception\NotNullViolationException;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Map\ColumnMap;

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
                throw new NotNullViolationException(
                    sprintf('Column %s is required and cannot be null', $column->getFullyQualifiedName()),
                    new ErrorInfo(
                        ErrorKind::NotNullViolation,
                        '23502',
                        null,
                        $column->getTableName(),
                        [$column->getName()],
                    ),
                );
            }
        }
    }
}
