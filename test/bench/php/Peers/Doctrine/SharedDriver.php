<?php

declare(strict_types=1);

namespace Orm\Bench\Peers\Doctrine;

use Doctrine\DBAL\Driver\AbstractSQLiteDriver;
use Doctrine\DBAL\Driver\PDO\Connection;
use PDO;

/** Connects to the database in memory that all sides of the bench share. */
final class SharedDriver extends AbstractSQLiteDriver
{
    public static PDO $pdo;

    public function connect(array $params): Connection
    {
        return new Connection(self::$pdo);
    }
}
