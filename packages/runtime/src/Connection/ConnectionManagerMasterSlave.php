<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** The former name of the primary/replica manager. */
class ConnectionManagerMasterSlave extends ConnectionManagerPrimaryReplica
{
}
