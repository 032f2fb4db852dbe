<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if a value is not one of the allowed values. */
class UnexpectedValueException extends \UnexpectedValueException implements ExceptionInterface
{
    use MessageTrait;
    use RetryableTrait;
}
