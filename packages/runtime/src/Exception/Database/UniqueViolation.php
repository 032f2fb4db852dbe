<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A row with the same values in unique columns already exists. */
interface UniqueViolation extends DatabaseError
{
}
