<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

use Orm\Runtime\Exception\ExceptionInterface;

/** A statement that the database rejected, with the details that it reported. */
interface DatabaseError extends ExceptionInterface
{
    public function getSqlState(): string;

    /** Returns the violated constraint, if the database names it. */
    public function getConstraint(): ?string;

    public function getTable(): ?string;

    /** @return list<string> the columns that the database names, without their table */
    public function getColumns(): array;
}
