<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Exception\OrmException;

/** The INSERT of a model object failed because a row with the same values in unique columns already exists. */
class UniqueViolationException extends OrmException implements UniqueViolation
{
    use DatabaseErrorTrait;
}
