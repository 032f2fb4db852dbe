<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A foreign key refers to a row that does not exist, or a row is still referred to. */
interface ForeignKeyViolation extends DatabaseError
{
}
