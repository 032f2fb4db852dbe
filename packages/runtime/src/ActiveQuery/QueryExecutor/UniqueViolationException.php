<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\UniqueViolation;

/** A statement failed. A row with the same values in unique columns exists already. */
class UniqueViolationException extends QueryExecutionException implements UniqueViolation
{
    use DatabaseErrorTrait;
}
