<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\LockTimeout;

/** A statement failed. Another transaction held a lock for too long: the work may be tried again. */
class LockTimeoutException extends DeadlockException implements LockTimeout
{
}
