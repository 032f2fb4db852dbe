<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A NOT NULL column got no value. */
interface NotNullViolation extends DatabaseError
{
}
