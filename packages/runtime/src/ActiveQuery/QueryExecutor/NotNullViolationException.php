<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\NotNullViolation;

/** A statement failed because a NOT NULL column got no value. */
class NotNullViolationException extends QueryExecutionException implements NotNullViolation
{
    use DatabaseErrorTrait;
}
