<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\Deadlock;

/** A statement failed. Two transactions wait for each other, or a lock could not be had in time: the work may be tried again. */
class DeadlockException extends QueryExecutionException implements Deadlock
{
    use DatabaseErrorTrait;
}
