<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\NotNullViolation;

/** A statement of the application failed because a NOT NULL column got no value. */
class NotNullViolationException extends DriverException implements NotNullViolation
{
    use DatabaseErrorTrait;
}
