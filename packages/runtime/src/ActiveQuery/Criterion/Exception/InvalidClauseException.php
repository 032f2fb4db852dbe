<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion\Exception;

use Orm\Runtime\Exception\InvalidArgumentException;

/** A condition cannot be converted to SQL. */
class InvalidClauseException extends InvalidArgumentException
{
}
