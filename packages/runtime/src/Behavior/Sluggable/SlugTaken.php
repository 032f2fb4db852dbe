<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use Orm\Runtime\Exception\OrmException;

/**
 * Thrown if another transaction has just taken the slug; a retry finds the next number.
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
