<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection\Exception;

use Orm\Runtime\Exception\InvalidArgumentException;

/** The relation cannot be loaded for a whole collection. */
class UnsupportedRelationException extends InvalidArgumentException
{
}
