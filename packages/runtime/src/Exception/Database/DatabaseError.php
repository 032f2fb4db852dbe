<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

use Orm\Runtime\Exception\ExceptionInterface;

/** A statement that the database refused, with what it said about the reason. */
interface DatabaseError extends ExceptionInterface
{
    public function getSqlState(): string;

    /** The violated constraint, if the database names it. */
    public function getConstraint(): ?string;

    public function getTable(): ?string;

    /** @return list<string> the columns that are named, without their table */
    public function getColumns(): array;
}
