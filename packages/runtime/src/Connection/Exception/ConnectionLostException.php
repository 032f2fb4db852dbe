<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ConnectionLost;

/** A statement of the application failed. The connection broke. Outside of a transaction the next statement opens a new one. */
class ConnectionLostException extends DriverException implements ConnectionLost
{
    use DatabaseErrorTrait;
}
