<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Map\ColumnMap;

/**
 * The column or expression that a name in a query refers to.
 *
 * @internal
 */
final class NamedColumn
{
    /**
     * @param string|null $table the table's name in the SQL; null: the name is the query's alias for an expression
     * @param string $column the real column, or the alias of select(), withColumn() or addAsColumn()
     * @param ColumnMap|null $map null if there is no real column, as for an expression
     * @param bool $isSelected whether the name comes from select() of a sub-query and must be quoted
     */
    public function __construct(
        public readonly ?string $table,
        public readonly string $column,
        public readonly ?ColumnMap $map = null,
        public readonly bool $isSelected = false,
    ) {
    }

    /** Returns `table.column` with the table's name in the SQL, or the query's alias. */
    public function name(): string
    {
        return $this->table === null ? $this->column : $this->table . '.' . $this->column;
    }
}
