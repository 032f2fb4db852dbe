<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\LockTimeout;

/**
 * A statement of the application failed because another transaction held a lock for too long. The work can be retried.
 */
class LockTimeoutException extends DeadlockException implements LockTimeout
{
}
