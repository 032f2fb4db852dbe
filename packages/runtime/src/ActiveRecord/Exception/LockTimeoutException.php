<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\LockTimeout;

/** An INSERT of a model object failed. Another transaction held a lock for too long: the work may be tried again. */
class LockTimeoutException extends DeadlockException implements LockTimeout
{
}
