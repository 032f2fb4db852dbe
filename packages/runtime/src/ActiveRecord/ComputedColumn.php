<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

/**
 * A column of which an INSERT finds out the value itself and gives it back, so that no query is needed before.
 *
 * @internal
 */
final class ComputedColumn
{
    /** @var list<mixed> of the placeholders, for the next insert */
    public array $values = [];

    /**
     * @param string $name the column with its table
     * @param string $sql an expression; its placeholders are question marks
     * @param list<string> $types the schema types that the placeholders are bound as
     * @param string $taker the method of the object that takes the value of the column, and the new key if there is one
     */
    public function __construct(
        public readonly string $name,
        public readonly string $sql,
        public readonly array $types,
        public readonly string $taker,
    ) {
    }
}
