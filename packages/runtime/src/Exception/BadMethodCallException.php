<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if the called method does not exist. */
class BadMethodCallException extends \BadMethodCallException implements ExceptionInterface
{
    use MessageTrait;
    use RetryableTrait;
}
