<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if the calling code requests something impossible. */
class LogicException extends \LogicException implements ExceptionInterface
{
    use MessageTrait;
    use RetryableTrait;
}
