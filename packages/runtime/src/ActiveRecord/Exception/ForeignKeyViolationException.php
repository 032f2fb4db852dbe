<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ForeignKeyViolation;
use Orm\Runtime\Exception\OrmException;

/** The INSERT of a model object failed because a foreign key refers to a missing row, or a row is still referenced. */
class ForeignKeyViolationException extends OrmException implements ForeignKeyViolation
{
    use DatabaseErrorTrait;
}
