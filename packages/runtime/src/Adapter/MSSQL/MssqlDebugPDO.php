<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\MSSQL;

/** The same, always in debug mode. */
class MssqlDebugPDO extends MssqlOrmPDO
{
    public function isInDebugMode(): bool
    {
        return true;
    }
}
