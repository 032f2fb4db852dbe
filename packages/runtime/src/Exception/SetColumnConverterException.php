<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use Throwable;

/** Thrown if a SET column does not contain a value in its set. */
class SetColumnConverterException extends OrmException
{
    public function __construct(string $message, private readonly mixed $value, ?Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
    }

    public function getValue(): mixed
    {
        return $this->value;
    }
}
