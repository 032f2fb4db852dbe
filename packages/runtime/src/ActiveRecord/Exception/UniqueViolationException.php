<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Exception\OrmException;

/** An INSERT of a model object failed. A row with the same values in unique columns exists already. */
class UniqueViolationException extends OrmException implements UniqueViolation
{
    use DatabaseErrorTrait;
}
