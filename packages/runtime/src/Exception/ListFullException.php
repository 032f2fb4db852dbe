<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if a row would join a sortable list that already has `max_members` members. */
class ListFullException extends OrmException
{
    public function __construct(private readonly string $table, private readonly int $limit)
    {
        parent::__construct(sprintf('The list of table "%s" is full: it may have %d members', $table, $limit));
    }

    public function getTable(): string
    {
        return $this->table;
    }

    public function getLimit(): int
    {
        return $this->limit;
    }
}
