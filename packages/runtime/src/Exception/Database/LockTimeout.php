<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** Another transaction held a lock for too long: the work can be retried. */
interface LockTimeout extends Deadlock
{
}
