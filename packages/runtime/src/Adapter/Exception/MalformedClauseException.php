<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Exception;

use Orm\Runtime\Exception\LogicException;

/** A clause cannot be rewritten for this vendor. */
class MalformedClauseException extends LogicException
{
}
