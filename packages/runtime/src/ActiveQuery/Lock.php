<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

/** A request to lock the selected rows. */
class Lock
{
    public const SHARED = 'SHARED';
    public const EXCLUSIVE = 'EXCLUSIVE';

    /** @param list<string> $tableNames */
    public function __construct(
        private readonly string $type,
        private readonly array $tableNames = [],
        private readonly bool $noWait = false,
    ) {
    }

    public function getType(): string
    {
        return $this->type;
    }

    /** @return list<string> */
    public function getTableNames(): array
    {
        return $this->tableNames;
    }

    public function isNoWait(): bool
    {
        return $this->noWait;
    }

    /** @param mixed $lock */
    public function equals($lock): bool
    {
        return $lock instanceof self && $lock->type === $this->type && $lock->noWait === $this->noWait
            && array_diff($lock->tableNames, $this->tableNames) === []
            && array_diff($this->tableNames, $lock->tableNames) === [];
    }
}
