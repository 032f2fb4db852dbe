<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A column that cannot be null got no value. */
interface NotNullViolation extends DatabaseError
{
}
