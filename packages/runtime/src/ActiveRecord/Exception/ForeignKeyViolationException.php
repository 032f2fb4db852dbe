<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ForeignKeyViolation;
use Orm\Runtime\Exception\OrmException;

/** An INSERT of a model object failed. A foreign key refers to a row that does not exist, or a row is still referred to. */
class ForeignKeyViolationException extends OrmException implements ForeignKeyViolation
{
    use DatabaseErrorTrait;
}
