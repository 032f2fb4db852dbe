<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection\Exception;

use Orm\Runtime\Exception\BadMethodCallException;

/** Rows of a read-only table cannot be written. */
class ReadOnlyModelException extends BadMethodCallException
{
}
