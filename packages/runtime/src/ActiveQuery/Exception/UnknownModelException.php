<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Exception;

use Orm\Runtime\Exception\ClassNotFoundException;

/** A clause names a model that the query does not use. */
class UnknownModelException extends ClassNotFoundException
{
}
