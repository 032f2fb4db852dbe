<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\ConnectionLost;
use Orm\Runtime\Exception\Database\DatabaseErrorTrait;

/** A statement failed. The connection broke. Outside of a transaction the next statement opens a new one. */
class ConnectionLostException extends QueryExecutionException implements ConnectionLost
{
    use DatabaseErrorTrait;
}
