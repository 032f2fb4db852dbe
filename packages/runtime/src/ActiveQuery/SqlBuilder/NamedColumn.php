<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Map\ColumnMap;

/**
 * What a name in a query stands for.
 *
 * @internal
 */
final class NamedColumn
{
    /**
     * @param string|null $table its name in the SQL; null: the query itself gave the name to an expression
     * @param string $column the real column, or the name that select(), withColumn() or addAsColumn() gave
     * @param ColumnMap|null $map null if the column is not known, as that of an expression
     * @param bool $isSelected whether select() of a sub-query gave the name, which is in quotes then
     */
    public function __construct(
        public readonly ?string $table,
        public readonly string $column,
        public readonly ?ColumnMap $map = null,
        public readonly bool $isSelected = false,
    ) {
    }

    /** `table.column` with the name of the table in the SQL, or the name that the query gave. */
    public function name(): string
    {
        return $this->table === null ? $this->column : $this->table . '.' . $this->column;
    }
}
