<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ForeignKeyViolation;

/**
 * A statement of the application failed because a foreign key refers to a missing row, or a row is still referenced.
 */
class ForeignKeyViolationException extends DriverException implements ForeignKeyViolation
{
    use DatabaseErrorTrait;
}
