<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\CheckViolation;
use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\OrmException;

/** A model object cannot be written. A row does not meet a condition of its table. */
class CheckViolationException extends OrmException implements CheckViolation
{
    use DatabaseErrorTrait;
}
