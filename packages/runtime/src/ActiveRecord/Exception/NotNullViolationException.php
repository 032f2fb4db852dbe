<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\NotNullViolation;
use Orm\Runtime\Exception\OrmException;

/** A model object cannot be written. A column that cannot be null got no value. */
class NotNullViolationException extends OrmException implements NotNullViolation
{
    use DatabaseErrorTrait;
}
