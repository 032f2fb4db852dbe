<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Exception\Database\PartitionViolation;

/** A statement failed because a row belongs to no partition of its table. */
class PartitionViolationException extends CheckViolationException implements PartitionViolation
{
}
