<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** Two transactions wait for each other or, as LockTimeout, waited for a lock for too long: the work can be retried. */
interface Deadlock extends DatabaseError
{
}
