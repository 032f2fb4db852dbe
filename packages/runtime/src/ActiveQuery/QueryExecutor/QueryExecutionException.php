<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\RuntimeException;

/** A statement failed in the database. */
class QueryExecutionException extends RuntimeException
{
}
