<?php

declare(strict_types=1);

namespace Orm\Laravel;

use Orm\Runtime\Orm;

/** Cleans up the state that a request, a job or a task leaves in the process. */
final class RequestState
{
    private bool $isKept = false;

    public function reset(): void
    {
        if (!$this->isKept) {
            Orm::reset();
        }
    }

    /** Keeps the transaction of a test open across its requests. */
    public function keep(): void
    {
        $this->isKept = true;
    }
}
