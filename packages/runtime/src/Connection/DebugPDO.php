<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** A connection that is always in debug mode. */
class DebugPDO extends ConnectionWrapper
{
    public function isInDebugMode(): bool
    {
        return true;
    }
}
