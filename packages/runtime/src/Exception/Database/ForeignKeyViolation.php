<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A foreign key refers to a row that does not exist, or other rows still refer to the row. */
interface ForeignKeyViolation extends DatabaseError
{
}
