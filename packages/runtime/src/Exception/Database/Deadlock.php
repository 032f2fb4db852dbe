<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** Two transactions wait for each other, or, as LockTimeout, for a lock for too long: the work may be tried again. */
interface Deadlock extends DatabaseError
{
}
