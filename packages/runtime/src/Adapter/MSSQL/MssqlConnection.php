<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\MSSQL;

use Orm\Runtime\Connection\PdoConnection;

/**
 * An open connection whose driver supports neither transactions nor the last inserted key. Statements implement both.
 *
 * @internal
 */
final class MssqlConnection extends PdoConnection
{
    private bool $open = false;

    public function __construct(PdoConnection $opened)
    {
        $this->pdo = $opened->getPdo();
    }

    public function beginTransaction(): bool
    {
        $this->pdo->exec('BEGIN TRANSACTION');

        return $this->open = true;
    }

    public function commit(): bool
    {
        $this->pdo->exec('COMMIT TRANSACTION');
        $this->open = false;

        return true;
    }

    public function rollBack(): bool
    {
        $this->open = false;
        $this->pdo->exec('ROLLBACK TRANSACTION');

        return true;
    }

    public function inTransaction(): bool
    {
        return $this->open;
    }

    public function lastInsertId(?string $name = null): string|int
    {
        return (int) $this->pdo->query('SELECT SCOPE_IDENTITY()')->fetchColumn();
    }
}
