<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ExclusionViolation;

/** A statement failed because two rows conflict in an exclusion constraint. */
class ExclusionViolationException extends QueryExecutionException implements ExclusionViolation
{
    use DatabaseErrorTrait;
}
