<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\NotNullViolation;

/** A statement failed. A column that cannot be null got no value. */
class NotNullViolationException extends QueryExecutionException implements NotNullViolation
{
    use DatabaseErrorTrait;
}
