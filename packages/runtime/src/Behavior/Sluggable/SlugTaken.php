<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use Orm\Runtime\Exception\OrmException;

/**
 * Another transaction was faster: what is done again finds the next number.
 *
 * @internal
 */
final class SlugTaken extends OrmException
{
    public function isRetryable(): bool
    {
        return true;
    }
}
