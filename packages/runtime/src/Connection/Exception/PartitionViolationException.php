<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\PartitionViolation;

/** A statement of the application failed because a row belongs to no partition of its table. */
class PartitionViolationException extends CheckViolationException implements PartitionViolation
{
}
