<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** A clause names a column that the model does not have. */
class UnknownColumnException extends RuntimeException
{
}
