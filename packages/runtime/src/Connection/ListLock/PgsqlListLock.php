<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\RetryableFailure;
use PDO;
use PDOException;

/**
 * PostgreSQL: an advisory lock of the transaction for each list. Row locks would not do, as an empty list has no rows.
 *
 * A transaction that keeps one snapshot (REPEATABLE READ, SERIALIZABLE) must not take it before it has waited, and a
 * SELECT would: it locks the table, which needs no snapshot. The others announce their writing by a weak lock of the
 * table, so that both kinds exclude each other.
 */
final class PgsqlListLock implements ListLock
{
    public function begin(ConnectionInterface $con, float $timeout): void
    {
        $con->beginTransaction();
    }

    public function prepare(ConnectionInterface $con, string $table, bool $own, float $timeout): bool
    {
        if (!$this->keepsSnapshot($con)) {
            return false;
        }
        $this->acquire($con, $table, '', $own, true, $timeout);

        return true;
    }

    public function acquire(
        ConnectionInterface $con,
        string $table,
        string $list,
        bool $own,
        bool $first,
        float $timeout,
    ): void {
        try {
            if (!$this->keepsSnapshot($con)) {
                $con->exec($this->advisoryLock($table, $list, $first, $timeout));
            } elseif ($first) {
                // Fails when a query has been made before, and changes nothing otherwise.
                $con->exec('SET TRANSACTION NOT DEFERRABLE');
                $before = $this->show($con, 'lock_timeout');
                $con->exec(sprintf(
                    "SET LOCAL lock_timeout = %d; LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE; "
                    . "SET LOCAL lock_timeout = '%s'",
                    self::milliseconds($timeout),
                    $table,
                    $before,
                ));
            }
        } catch (PDOException $failure) {
            if (($failure->errorInfo[0] ?? null) === '25001') {
                throw new ListLockException(
                    'A list lock needs READ COMMITTED or a fresh transaction: this one has read before',
                    false,
                    $failure,
                );
            }
            throw new ListLockException(
                'The list is locked by another connection',
                RetryableFailure::is($failure),
                $failure,
            );
        }
    }

    public function release(ConnectionInterface $con, array $lists): void
    {
    }

    public function needsLockingReads(bool $own): bool
    {
        return false;
    }

    public function locksAtBegin(): bool
    {
        return false;
    }

    private function keepsSnapshot(ConnectionInterface $con): bool
    {
        return !str_starts_with($this->show($con, 'transaction_isolation'), 'read');
    }

    /**
     * The value of a setting. SHOW takes no snapshot, unlike SELECT current_setting(); nor must the statement be
     * prepared, as PDO would then send DEALLOCATE, which takes one.
     */
    private function show(ConnectionInterface $con, string $setting): string
    {
        $statement = $con->prepare('SHOW ' . $setting, [PDO::ATTR_EMULATE_PREPARES => true]);
        $statement->execute();

        return (string) $statement->fetchColumn();
    }

    /** All in one round trip; the caller's own lock_timeout is put back. */
    private function advisoryLock(string $table, string $list, bool $first, float $timeout): string
    {
        return sprintf(
            "SELECT set_config('orm.lock_timeout', current_setting('lock_timeout'), true),"
            . " set_config('lock_timeout', '%d', true); %sSELECT pg_advisory_xact_lock(%d, %d);"
            . " SELECT set_config('lock_timeout', current_setting('orm.lock_timeout'), true)",
            self::milliseconds($timeout),
            $first ? 'LOCK TABLE ' . $table . ' IN ROW EXCLUSIVE MODE; ' : '',
            self::number($table),
            self::number($list),
        );
    }

    private static function milliseconds(float $seconds): int
    {
        return max(1, (int) round($seconds * 1000));
    }

    /** A signed number of 32 bits. */
    private static function number(string $text): int
    {
        $number = (int) hexdec(substr(hash('sha256', $text), 0, 8));

        return $number >= 2 ** 31 ? $number - 2 ** 32 : $number;
    }
}
