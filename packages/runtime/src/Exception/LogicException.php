<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** The calling code asks for something that makes no sense. */
class LogicException extends \LogicException implements ExceptionInterface
{
    use MessageTrait;
}
