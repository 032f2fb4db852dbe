<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\NotNullViolation;
use Orm\Runtime\Exception\OrmException;

/** A model object could not be written because a NOT NULL column got no value. */
class NotNullViolationException extends OrmException implements NotNullViolation
{
    use DatabaseErrorTrait;
}
