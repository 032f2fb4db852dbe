<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\UniqueViolation;

/** A statement failed because a row with the same values in unique columns already exists. */
class UniqueViolationException extends QueryExecutionException implements UniqueViolation
{
    use DatabaseErrorTrait;
}
