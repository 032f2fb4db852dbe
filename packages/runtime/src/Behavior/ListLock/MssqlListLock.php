<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use PDOException;

/** SQL Server: one application lock per list, owned by the transaction. */
final class MssqlListLock extends ListLock
{
    public function acquire(string $table, string $list, bool $own, bool $first, float $timeout): void
    {
        try {
            $result = $this->con->query(sprintf(
                "SET NOCOUNT ON; DECLARE @got int; EXEC @got = sp_getapplock @Resource = '%s', "
                . "@LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = %d; SELECT @got",
                'orm:' . substr(hash('sha256', $list), 0, 48),
                (int) round($timeout * 1000),
            ));
            $got = (int) $result->fetchColumn();
        } catch (PDOException $failure) {
            throw new ListLockException('The list is locked by another connection', true, $failure);
        }
        if ($got < 0) {
            throw new ListLockException('The list is locked by another connection', true);
        }
    }
}
