<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use PDOException;

/** Oracle: locks the table, because named locks need a grant. */
final class OracleListLock extends ListLock
{
    public function acquire(string $table, string $list, bool $own, bool $first, float $timeout): void
    {
        if (!$first) {
            return;
        }
        try {
            $this->con->exec(sprintf('LOCK TABLE %s IN EXCLUSIVE MODE WAIT %d', $table, max(1, (int) ceil($timeout))));
        } catch (PDOException $failure) {
            throw new ListLockException('The table is locked by another connection', true, $failure);
        }
    }

    public function endsAtSavepoint(): bool
    {
        return true;
    }
}
