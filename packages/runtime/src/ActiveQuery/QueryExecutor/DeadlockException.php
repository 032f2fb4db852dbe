<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\Deadlock;

/** A statement failed. Two transactions wait for each other, or the wait for a lock took too long: the work may be tried again. */
class DeadlockException extends QueryExecutionException implements Deadlock
{
    use DatabaseErrorTrait;
}
