<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A row conflicts with another one: getConstraint() returns the name of the exclusion constraint. */
interface ExclusionViolation extends DatabaseError
{
}
