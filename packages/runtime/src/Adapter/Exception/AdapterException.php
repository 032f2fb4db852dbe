<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** An adapter is missing or does not support an operation. */
class AdapterException extends RuntimeException
{
}
