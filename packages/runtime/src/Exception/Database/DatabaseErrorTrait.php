<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

use Throwable;

/** Stores the details that the database reported. */
trait DatabaseErrorTrait
{
    public function __construct(
        string $message,
        private readonly ErrorInfo $info,
        ?Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }

    public function getSqlState(): string
    {
        return $this->info->sqlState;
    }

    public function getConstraint(): ?string
    {
        return $this->info->constraint;
    }

    public function getTable(): ?string
    {
        return $this->info->table;
    }

    public function getColumns(): array
    {
        return $this->info->columns;
    }
}
