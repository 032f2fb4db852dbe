<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A value is outside the set of known ones. */
class UnexpectedValueException extends \UnexpectedValueException implements ExceptionInterface
{
    use MessageTrait;
}
