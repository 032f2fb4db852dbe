<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\Database\ForeignKeyViolation;

/** A statement of the application failed. A foreign key refers to a row that does not exist, or a row is still referred to. */
class ForeignKeyViolationException extends DriverException implements ForeignKeyViolation
{
    use DatabaseErrorTrait;
}
