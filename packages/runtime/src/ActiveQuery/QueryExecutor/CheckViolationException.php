<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\CheckViolation;
use Orm\Runtime\Exception\Database\DatabaseErrorTrait;

/** A statement failed because a row violates a CHECK constraint of its table. */
class CheckViolationException extends QueryExecutionException implements CheckViolation
{
    use DatabaseErrorTrait;
}
