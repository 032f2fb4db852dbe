<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if an operation fails at runtime. */
class RuntimeException extends \RuntimeException implements ExceptionInterface
{
    use MessageTrait;
    use RetryableTrait;
}
