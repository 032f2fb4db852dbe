<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\CheckViolation;
use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\OrmException;

/** A model object could not be written because its row violates a CHECK constraint of its table. */
class CheckViolationException extends OrmException implements CheckViolation
{
    use DatabaseErrorTrait;
}
