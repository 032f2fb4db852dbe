<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A row violates a check constraint of its table: getConstraint() returns its name. */
interface CheckViolation extends DatabaseError
{
}
