<?php

declare(strict_types=1);

namespace Orm\Laravel;

use Orm\Runtime\Orm;

/** Ends what a request, a job or a task leaves in the process. */
final class RequestState
{
    private bool $isKept = false;

    public function reset(): void
    {
        if (!$this->isKept) {
            Orm::reset();
        }
    }

    /** From now on requests are parts of a test, whose transaction stays open. */
    public function keep(): void
    {
        $this->isKept = true;
    }
}
