<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\MSSQL;

use Closure;
use Orm\Runtime\Adapter\Pdo\MssqlAdapter;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;

/** A connection class for SQL Server drivers that support neither transactions nor the last inserted key. */
class MssqlOrmPDO extends ConnectionWrapper
{
    public function __construct(ConnectionInterface $connection)
    {
        parent::__construct(self::byStatements($connection));
    }

    public function setReconnector(Closure $reconnector): void
    {
        parent::setReconnector(static fn (): ConnectionInterface => self::byStatements($reconnector()));
    }

    public function quoteIdentifier(string $text): string
    {
        return (new MssqlAdapter())->quoteIdentifier($text);
    }

    private static function byStatements(ConnectionInterface $connection): ConnectionInterface
    {
        return $connection instanceof PdoConnection ? new MssqlConnection($connection) : $connection;
    }
}
