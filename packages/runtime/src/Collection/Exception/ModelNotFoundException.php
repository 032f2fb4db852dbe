<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** The collection has no valid model class. */
class ModelNotFoundException extends RuntimeException
{
}
