<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ExclusionViolation;

/** A statement of the application failed because two rows conflict in an exclusion constraint. */
class ExclusionViolationException extends DriverException implements ExclusionViolation
{
    use DatabaseErrorTrait;
}
