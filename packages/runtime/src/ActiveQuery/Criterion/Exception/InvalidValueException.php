<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion\Exception;

use Orm\Runtime\Exception\InvalidArgumentException;

/** A condition got a value that its operator does not accept. */
class InvalidValueException extends InvalidArgumentException
{
}
