<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Exception;

use Orm\Runtime\Exception\InvalidArgumentException;

/** The driver does not support the character set. */
class UnsupportedEncodingException extends InvalidArgumentException
{
}
