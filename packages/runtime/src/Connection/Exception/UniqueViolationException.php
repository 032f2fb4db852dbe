<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\UniqueViolation;

/** A statement of the application failed. A row with the same values in unique columns exists already. */
class UniqueViolationException extends DriverException implements UniqueViolation
{
    use DatabaseErrorTrait;
}
