<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A value is longer than its column. Thrown with `generator.objectModel.checkLengths`. */
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

    /** The column as `table.column`. */
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

    /** What limit and length count: `characters`, `bytes`, or `code units` of UTF-16. */
    public function getUnit(): string
    {
        return $this->unit;
    }
}
