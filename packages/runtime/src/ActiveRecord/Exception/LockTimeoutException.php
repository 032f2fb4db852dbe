<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\LockTimeout;

/**
 * The INSERT of a model object failed because another transaction held a lock for too long. The work can be retried.
 */
class LockTimeoutException extends DeadlockException implements LockTimeout
{
}
