<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\MSSQL;

use Orm\Runtime\Connection\ConnectionInterface;

/** A MssqlOrmPDO in debug mode, until useDebug(false). */
class MssqlDebugPDO extends MssqlOrmPDO
{
    public function __construct(ConnectionInterface $connection)
    {
        parent::__construct($connection);
        $this->useDebug();
    }
}
