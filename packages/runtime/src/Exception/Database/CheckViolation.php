<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A row does not meet a condition of its table: getConstraint() is the name of the check. */
interface CheckViolation extends DatabaseError
{
}
