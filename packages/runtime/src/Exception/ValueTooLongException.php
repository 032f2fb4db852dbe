<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if a value is longer than its column, with `generator.objectModel.checkLengths`. */
class ValueTooLongException extends InvalidArgumentException
{
    public function __construct(
        private readonly string $column,
        private readonly int $limit,
        private readonly int $length,
        private readonly string $unit = 'characters',
    ) {
        parent::__construct(sprintf('Column %s holds at most %d %s, got %d', $column, $limit, $unit, $length));
    }

    /** Returns the column as `table.column`. */
    public function getColumn(): string
    {
        return $this->column;
    }

    public function getLimit(): int
    {
        return $this->limit;
    }

    public function getLength(): int
    {
        return $this->length;
    }

    /** Returns the unit of limit and length: `characters`, `bytes`, or UTF-16 `code units`. */
    public function getUnit(): string
    {
        return $this->unit;
    }
}
