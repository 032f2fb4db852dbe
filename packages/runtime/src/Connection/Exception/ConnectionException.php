<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** A connection cannot be opened or used. */
class ConnectionException extends RuntimeException
{
}
