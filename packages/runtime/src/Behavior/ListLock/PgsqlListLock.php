<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Exception\RetryableFailure;
use PDO;
use PDOException;
use PDOStatement;

/**
 * PostgreSQL: one advisory lock per list, owned by the transaction. Row locks do not work, because an empty list has no
 * rows.
 *
 * A transaction with a fixed snapshot (REPEATABLE READ, SERIALIZABLE) must not take it before it has waited, but a
 * SELECT would. So it locks the table, which needs no snapshot. The other transactions also hold the table lock of
 * SELECT FOR KEY SHARE, so that both kinds exclude each other.
 */
final class PgsqlListLock extends ListLock
{
    private const SAVEPOINT = 'orm_lists';

    /** Whether the library's own transactions keep one snapshot, according to the session settings. */
    private ?bool $ownKeepSnapshot = null;

    /** Whether lists are locked after a savepoint, so that a rollback to it releases them. */
    private bool $hasSavepoint = false;

    /** Whether a savepoint must be set before the next list is locked. */
    private bool $wantsSavepoint = false;

    /** @var array<string, array{PDOStatement|StatementInterface, int}> prepared statements and numbers, by table */
    private array $locks = [];

    /**
     * Limits all waits in the transaction to the lock timeout, so that locking a list needs only one plain statement.
     */
    public function begin(float $timeout): void
    {
        $limit = self::limit($timeout);
        if ($this->con instanceof PdoConnection) {
            $this->con->exec('BEGIN; ' . $limit);
        } else {
            $this->con->beginTransaction();
            $this->con->exec($limit);
        }
        $this->ownKeepSnapshot ??= $this->keepsSnapshot();
    }

    public function limitWaits(float $timeout): void
    {
        $this->con->exec(self::limit($timeout));
    }

    public function prepare(string $table, bool $own, float $timeout): bool
    {
        if (!($own ? $this->ownKeepSnapshot : $this->keepsSnapshot())) {
            return false;
        }
        $this->acquire($table, '', $own, true, $timeout);

        return true;
    }

    public function expectReturn(bool $mayRestart): void
    {
        $this->wantsSavepoint = !$mayRestart;
        $this->hasSavepoint = false;
    }

    public function acquire(string $table, string $list, bool $own, bool $first, float $timeout): void
    {
        try {
            if ($own ? $this->ownKeepSnapshot : $this->keepsSnapshot()) {
                if ($first) {
                    $this->lockTable($table, $timeout);
                }
            } elseif ($own) {
                $this->lockInOwnTransaction($table, $list);
            } else {
                $this->lockWithTimeout($table, $list, $timeout);
            }
        } catch (PDOException $failure) {
            // The statements are prepared again for the next transaction, because the server may have dropped them.
            $this->locks = [];
            if (($failure->errorInfo[0] ?? null) === '25001') {
                throw new ListLockException(
                    'A list lock needs READ COMMITTED or a new transaction: this one has already read',
                    false,
                    $failure,
                );
            }
            $isHeld = RetryableFailure::is($failure);
            throw new ListLockException(
                $isHeld ? 'The list is locked by another connection'
                    : 'The list cannot be locked: ' . $failure->getMessage(),
                $isHeld,
                $failure,
            );
        }
    }

    public function giveBack(array $lists, bool $all, bool $own, bool $mayRestart, float $timeout): bool
    {
        if ($all && $this->hasSavepoint) {
            $this->con->exec('ROLLBACK TO SAVEPOINT ' . self::SAVEPOINT);

            return true;
        }
        if ($mayRestart) {
            $this->con->rollBack();
            $this->begin($timeout);
        }

        return $mayRestart;
    }

    public function endsAtSavepoint(): bool
    {
        return true;
    }

    private function lockInOwnTransaction(string $table, string $list): void
    {
        if ($this->wantsSavepoint) {
            $sql = $this->savepoint() . sprintf(self::lockSql($table), self::number($table), self::number($list));
            $statement = $this->con->prepare($sql, [PDO::ATTR_EMULATE_PREPARES => true]);
            $statement->execute();
        } else {
            [$statement, $number] = $this->locks[$table] ??= [
                $this->con->prepare(sprintf(self::lockSql($table), '?', '?')),
                self::number($table),
            ];
            $statement->execute([$number, self::number($list)]);
        }
        $isolation = (string) $statement->fetchColumn();
        $statement->closeCursor();
        if (!str_starts_with($isolation, 'read')) {
            $this->ownKeepSnapshot = null;
            throw new ListLockException('The isolation level of the session has changed: try again', true);
        }
    }

    /** Locks a list and restores the caller's lock_timeout, in one round trip. */
    private function lockWithTimeout(string $table, string $list, float $timeout): void
    {
        $this->con->exec($this->savepoint() . sprintf(
            "SELECT set_config('orm.lock_timeout', current_setting('lock_timeout'), true),"
            . " set_config('lock_timeout', '%d', true); %s;"
            . " SELECT set_config('lock_timeout', current_setting('orm.lock_timeout'), true)",
            self::milliseconds($timeout),
            sprintf(self::lockSql($table), self::number($table), self::number($list)),
        ));
    }

    private function savepoint(): string
    {
        if (!$this->wantsSavepoint) {
            return '';
        }
        $this->wantsSavepoint = false;
        $this->hasSavepoint = true;

        return 'SAVEPOINT ' . self::SAVEPOINT . '; ';
    }

    private function lockTable(string $table, float $timeout): void
    {
        // Fails if the transaction has already run a query, and changes nothing otherwise.
        $this->con->exec('SET TRANSACTION NOT DEFERRABLE');
        $before = $this->show('lock_timeout');
        $this->con->exec(sprintf(
            "SET LOCAL lock_timeout = %d; LOCK TABLE %s IN EXCLUSIVE MODE; SET LOCAL lock_timeout = '%s'",
            self::milliseconds($timeout),
            $table,
            $before,
        ));
    }

    private function keepsSnapshot(): bool
    {
        return !str_starts_with($this->show('transaction_isolation'), 'read');
    }

    /**
     * Returns the value of a setting. SHOW takes no snapshot, unlike SELECT current_setting(). The prepare is emulated,
     * because PDO would otherwise send DEALLOCATE, which takes one.
     */
    private function show(string $setting): string
    {
        $statement = $this->con->prepare('SHOW ' . $setting, [PDO::ATTR_EMULATE_PREPARES => true]);
        $statement->execute();

        return (string) $statement->fetchColumn();
    }

    /**
     * Returns the SQL for a lock, which also selects the isolation level. The table is locked when the statement is
     * planned, although it reads no row.
     */
    private static function lockSql(string $table): string
    {
        return "SELECT current_setting('transaction_isolation'), pg_advisory_xact_lock(%s, %s),"
            . ' EXISTS (SELECT 1 FROM ' . str_replace('%', '%%', $table) . ' WHERE false FOR KEY SHARE)';
    }

    private static function limit(float $timeout): string
    {
        return 'SET LOCAL lock_timeout = ' . self::milliseconds($timeout);
    }

    private static function milliseconds(float $seconds): int
    {
        return max(1, (int) round($seconds * 1000));
    }

    /** Returns a signed 32-bit number. Lists that share a number only wait for each other unnecessarily. */
    private static function number(string $text): int
    {
        $number = crc32($text);

        return $number >= 2 ** 31 ? $number - 2 ** 32 : $number;
    }
}
