<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\UniqueViolation;

/** A statement of the application failed because a row with the same values in unique columns already exists. */
class UniqueViolationException extends DriverException implements UniqueViolation
{
    use DatabaseErrorTrait;
}
