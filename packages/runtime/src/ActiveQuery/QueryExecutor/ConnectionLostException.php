<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\ConnectionLost;
use Orm\Runtime\Exception\Database\DatabaseErrorTrait;

/** A statement failed because the connection was lost. Outside a transaction, the next statement reconnects. */
class ConnectionLostException extends QueryExecutionException implements ConnectionLost
{
    use DatabaseErrorTrait;
}
