<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** The primary/replica manager under its old name. */
class ConnectionManagerMasterSlave extends ConnectionManagerPrimaryReplica
{
    public function isForceMasterConnection(): bool
    {
        return $this->isForcePrimaryConnection();
    }

    public function setForceMasterConnection(bool $force): void
    {
        $this->setForcePrimaryConnection($force);
    }
}
