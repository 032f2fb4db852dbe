<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A row would join a sortable list that has as many members as the parameter `max_members` allows. */
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
