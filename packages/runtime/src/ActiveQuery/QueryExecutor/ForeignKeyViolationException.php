<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ForeignKeyViolation;

/** A statement failed because a foreign key refers to a missing row, or a row is still referenced. */
class ForeignKeyViolationException extends QueryExecutionException implements ForeignKeyViolation
{
    use DatabaseErrorTrait;
}
