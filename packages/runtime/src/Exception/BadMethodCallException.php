<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** The called method does not exist. */
class BadMethodCallException extends \BadMethodCallException implements ExceptionInterface
{
    use MessageTrait;
}
