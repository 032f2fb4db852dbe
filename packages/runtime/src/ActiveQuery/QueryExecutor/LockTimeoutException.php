<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\LockTimeout;

/** A statement failed because another transaction held a lock for too long. The work can be retried. */
class LockTimeoutException extends DeadlockException implements LockTimeout
{
}
