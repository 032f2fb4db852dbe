<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\PartitionViolation;

/** A model object could not be written because its row belongs to no partition of its table. */
class PartitionViolationException extends CheckViolationException implements PartitionViolation
{
}
