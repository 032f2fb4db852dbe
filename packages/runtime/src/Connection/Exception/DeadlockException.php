<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\Deadlock;

/**
 * A statement of the application failed because of a deadlock, or because waiting for a lock took too long. The work
 * can be retried.
 */
class DeadlockException extends DriverException implements Deadlock
{
    use DatabaseErrorTrait;
}
