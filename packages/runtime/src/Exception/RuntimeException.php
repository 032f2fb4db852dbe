<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Something went wrong while running. */
class RuntimeException extends \RuntimeException implements ExceptionInterface
{
    use MessageTrait;
    use RetryableTrait;
}
