<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** A join names a relation that the model does not have. */
class UnknownRelationException extends RuntimeException
{
}
