<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if an argument is invalid. */
class InvalidArgumentException extends \InvalidArgumentException implements ExceptionInterface
{
    use MessageTrait;
    use RetryableTrait;
}
