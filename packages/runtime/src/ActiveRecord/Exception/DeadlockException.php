<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\OrmException;

/**
 * The INSERT of a model object failed because of a deadlock, or because waiting for a lock took too long. The work can
 * be retried.
 */
class DeadlockException extends OrmException implements Deadlock
{
    use DatabaseErrorTrait;
}
