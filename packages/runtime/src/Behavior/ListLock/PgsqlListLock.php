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
 * PostgreSQL: an advisory lock of the transaction for each list. Row locks would not do, as an empty list has no rows.
 *
 * A transaction that keeps one snapshot (REPEATABLE READ, SERIALIZABLE) must not take it before it has waited, and a
 * SELECT would: it locks the table, which needs no snapshot. The others hold the table's lock of SELECT FOR KEY SHARE
 * too, so that both kinds exclude each other.
 */
final class PgsqlListLock extends ListLock
{
    private const SAVEPOINT = 'orm_lists';

    /** Whether the library's own transactions keep one snapshot, as the settings of the session make them. */
    private ?bool $ownKeepSnapshot = null;

    /** Whether lists are locked after a savepoint: going back to it gives them free. */
    private bool $hasSavepoint = false;

    /** Whether the savepoint is to be set before the next list is locked. */
    private bool $wantsSavepoint = false;

    /** @var array<string, array{PDOStatement|StatementInterface, int}> statements and numbers of tables */
    private array $locks = [];

    /** No wait in the transaction is longer than one for a list, so that locking a list is one plain statement. */
    public function begin(float $timeout): void
    {
        $limit = 'SET LOCAL lock_timeout = ' . self::milliseconds($timeout);
        if ($this->con instanceof PdoConnection) {
            $this->con->exec('BEGIN; ' . $limit);
        } else {
            $this->con->beginTransaction();
            $this->con->exec($limit);
        }
        $this->ownKeepSnapshot ??= $this->keepsSnapshot();
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
            // They are prepared again for the next transaction, as the server may have forgotten them.
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

    /** The caller's own lock_timeout is put back; all in one round trip. */
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
        // Fails when a query has been made before, and changes nothing otherwise.
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
     * The value of a setting. SHOW takes no snapshot, unlike SELECT current_setting(); nor must the statement be
     * prepared, as PDO would then send DEALLOCATE, which takes one.
     */
    private function show(string $setting): string
    {
        $statement = $this->con->prepare('SHOW ' . $setting, [PDO::ATTR_EMULATE_PREPARES => true]);
        $statement->execute();

        return (string) $statement->fetchColumn();
    }

    /** Gives the isolation level. The table is locked when the statement is planned, though no row is looked for. */
    private static function lockSql(string $table): string
    {
        return "SELECT current_setting('transaction_isolation'), pg_advisory_xact_lock(%s, %s),"
            . ' EXISTS (SELECT 1 FROM ' . str_replace('%', '%%', $table) . ' WHERE false FOR KEY SHARE)';
    }

    private static function milliseconds(float $seconds): int
    {
        return max(1, (int) round($seconds * 1000));
    }

    /** A signed number of 32 bits. Lists that happen to share one only wait for each other without need. */
    private static function number(string $text): int
    {
        $number = crc32($text);

        return $number >= 2 ** 31 ? $number - 2 ** 32 : $number;
    }
}
