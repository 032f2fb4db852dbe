<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\Deadlock;

/** A statement of the application failed. Two transactions wait for each other, or the wait for a lock took too long: the work may be tried again. */
class DeadlockException extends DriverException implements Deadlock
{
    use DatabaseErrorTrait;
}
