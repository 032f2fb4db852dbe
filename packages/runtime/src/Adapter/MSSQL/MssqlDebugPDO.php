<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\MSSQL;

use Orm\Runtime\Connection\DebugPDO;

/** A connection of SQL Server that is always in debug mode. */
class MssqlDebugPDO extends DebugPDO
{
}
