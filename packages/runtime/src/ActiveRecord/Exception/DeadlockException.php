<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\OrmException;

/** An INSERT of a model object failed. Two transactions wait for each other, or the wait for a lock took too long: the work may be tried again. */
class DeadlockException extends OrmException implements Deadlock
{
    use DatabaseErrorTrait;
}
