<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\CheckViolation;
use Orm\Runtime\Exception\Database\DatabaseErrorTrait;

/** A statement of the application failed because a row violates a CHECK constraint of its table. */
class CheckViolationException extends DriverException implements CheckViolation
{
    use DatabaseErrorTrait;
}
