<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\Deadlock;

/** A statement failed because of a deadlock, or because waiting for a lock took too long. The work can be retried. */
class DeadlockException extends QueryExecutionException implements Deadlock
{
    use DatabaseErrorTrait;
}
