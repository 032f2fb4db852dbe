<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

/**
 * A column whose value is computed and returned by the INSERT, so that no query is needed before it.
 *
 * @internal
 */
final class ComputedColumn
{
    /** @var list<mixed> values of the placeholders, for the next INSERT */
    public array $values = [];

    /**
     * @param string $name the column as `table.column`
     * @param string $sql an expression with question marks as placeholders
     * @param list<string> $types the schema types for binding the placeholders
     * @param string $taker the object's method that receives the column's value, and the new key if there is one
     */
    public function __construct(
        public readonly string $name,
        public readonly string $sql,
        public readonly array $types,
        public readonly string $taker,
    ) {
    }
}
