<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveRecord\Exception\NotNullViolationException;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Map\ColumnMap;

/**
 * Refuses null for a column that cannot be null, before a statement is sent: setters take it, as forms give it.
 *
 * @internal
 */
final class RequiredColumns
{
    /** @var array<int, ColumnMap> the columns by their positions among the values */
    private array $columns = [];

    /** @param list<ColumnMap> $columns those of the values, in order */
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
