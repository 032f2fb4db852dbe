<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

/** A transaction cannot be committed because a nested one was rolled back. */
class RollbackException extends ConnectionException
{
}
