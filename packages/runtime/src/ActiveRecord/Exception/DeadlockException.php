<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\OrmException;

/** An INSERT of a model object failed. Two transactions wait for each other, or a lock could not be had in time: the work may be tried again. */
class DeadlockException extends OrmException implements Deadlock
{
    use DatabaseErrorTrait;
}
