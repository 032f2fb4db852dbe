<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** The primary/replica manager under its old name. */
class ConnectionManagerMasterSlave extends ConnectionManagerPrimaryReplica
{
}
