<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ForeignKeyViolation;

/** A statement failed. A foreign key refers to a row that does not exist, or a row is still referred to. */
class ForeignKeyViolationException extends QueryExecutionException implements ForeignKeyViolation
{
    use DatabaseErrorTrait;
}
