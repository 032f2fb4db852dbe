<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use PDOException;

/** Says whether a failure was caused by other processes at the same time, so that the same work may succeed next time. */
trait RetryableTrait
{
    /** Deadlock, serialization failure, lock timeout or a busy database file. */
    public function isRetryable(): bool
    {
        for ($cause = $this->getPrevious(); $cause !== null; $cause = $cause->getPrevious()) {
            if ($cause instanceof PDOException) {
                return RetryableFailure::is($cause);
            }
        }

        return false;
    }
}
