<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\LockTimeout;

/** A statement of the application failed. Another transaction held a lock for too long: the work may be tried again. */
class LockTimeoutException extends DeadlockException implements LockTimeout
{
}
