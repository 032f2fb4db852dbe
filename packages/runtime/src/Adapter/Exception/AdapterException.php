<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** An adapter is missing or cannot do what was asked. */
class AdapterException extends RuntimeException
{
}
