<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ConnectionLost;

/**
 * A statement of the application failed because the connection was lost. Outside a transaction, the next statement
 * reconnects.
 */
class ConnectionLostException extends DriverException implements ConnectionLost
{
    use DatabaseErrorTrait;
}
