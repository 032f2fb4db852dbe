<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use PDOException;

/** Reports whether a failure was caused by concurrent processes, so that a retry may succeed. */
trait RetryableTrait
{
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
