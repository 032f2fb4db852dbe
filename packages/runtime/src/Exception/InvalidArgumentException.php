<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** An argument is not acceptable. */
class InvalidArgumentException extends \InvalidArgumentException implements ExceptionInterface
{
    use MessageTrait;
}
