<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Exception\OrmException;
use Throwable;

/** Thrown if a list cannot be locked. */
class ListLockException extends OrmException
{
    public function __construct(string $message, private readonly bool $retryable, ?Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
    }

    public function isRetryable(): bool
    {
        return $this->retryable;
    }
}
