<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** A connection in debug mode, until useDebug(false). */
class DebugPDO extends ConnectionWrapper
{
    public function __construct(ConnectionInterface $connection)
    {
        parent::__construct($connection);
        $this->useDebug();
    }
}
