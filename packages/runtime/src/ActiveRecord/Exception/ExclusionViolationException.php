<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ExclusionViolation;
use Orm\Runtime\Exception\OrmException;

/** A model object could not be written because two rows conflict in an exclusion constraint. */
class ExclusionViolationException extends OrmException implements ExclusionViolation
{
    use DatabaseErrorTrait;
}
