<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Implemented by every exception of this library: catch it to catch them all. */
interface ExceptionInterface extends \Throwable
{
    /**
     * Returns whether other connections caused the failure, so that the work may succeed if it is repeated: a deadlock,
     * a serialization failure, a conflict of cluster nodes, a lock timeout or a busy database file.
     *
     * @return bool
     */
    public function isRetryable();
}
