<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use PDO;
use PDOException;

/** A database to migrate, with the rules of its vendor. */
final class Database
{
    private const POLL_EVERY = 100_000;

    private readonly PDO $pdo;

    /**
     * @param int $lockTimeout the seconds to wait for other connections
     * @param callable(string): void $notice called with messages for the user
     */
    public function __construct(
        public readonly string $name,
        ConnectionInterface $connection,
        public readonly Rules $rules,
        private readonly int $lockTimeout,
        private readonly mixed $notice,
    ) {
        // A wrapper may retry a statement, which would then be executed twice.
        while ($connection instanceof ConnectionWrapper) {
            $connection = $connection->getWrappedConnection() ?? throw new MigrationException(
                'ORM-D001',
                "connection \"$name\" is closed",
            );
        }
        if (!$connection instanceof PdoConnection) {
            throw new MigrationException('ORM-D001', "connection \"$name\" is not one of PDO");
        }
        $this->pdo = $connection->getPdo();
        $this->pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        if ($this->pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql') {
            // Emulated, because the server prepares only some kinds of statements.
            $this->pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
        }
        foreach ($this->rules->settings() as $setting) {
            $this->execute($setting);
        }
    }

    public function notice(string $text): void
    {
        ($this->notice)($text);
    }

    /** Executes a statement unchanged, and discards its result. */
    public function execute(string $sql): void
    {
        if ($this->pdo->getAttribute(PDO::ATTR_DRIVER_NAME) !== 'mysql') {
            $this->pdo->exec($sql) === false && throw PdoConnection::failureOf($this->pdo, 'exec');

            return;
        }
        // Unfetched rows would block the next statement.
        $statement = $this->pdo->query($sql) ?: throw PdoConnection::failureOf($this->pdo, 'query');
        do {
            if ($statement->columnCount() > 0) {
                $statement->fetchAll();
            }
        } while ($statement->nextRowset());
        $statement->closeCursor();
    }

    /** @return list<array<string, mixed>> */
    public function rows(string $sql): array
    {
        $statement = $this->pdo->query($sql) ?: throw PdoConnection::failureOf($this->pdo, 'query');

        return $statement->fetchAll(PDO::FETCH_ASSOC);
    }

    /** Rolls back and ignores failures, so that the lock is released in any case. */
    public function rollBack(): void
    {
        try {
            $this->execute('ROLLBACK');
        } catch (PDOException) {
            // There was no transaction, or it has ended with the connection.
        }
    }

    /**
     * Runs work while no other run changes this database, if the vendor has a lock for that.
     *
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public function withLock(string $table, callable $work): mixed
    {
        $lock = $this->rules->lock($table);
        if ($lock === null) {
            return $work();
        }
        $this->waitFor(fn (): bool => (int) current($this->rows($lock['take'])[0] ?? [0]) === 1);
        try {
            return $work();
        } finally {
            try {
                $this->execute($lock['release']);
            } catch (PDOException) {
                // A closed connection has already released the lock.
            }
        }
    }

    /** Starts a transaction, waiting until conflicting ones have ended. */
    public function begin(string $statement): void
    {
        if ($this->rules->lock('') !== null) {
            $this->execute($statement);

            return;
        }
        // Otherwise the driver would wait, and no notice could be shown.
        $this->setTimeouts(0, null);
        $this->waitFor(function () use ($statement): bool {
            try {
                $this->execute($statement);

                return true;
            } catch (PDOException $failure) {
                return $this->rules->isBusy(Problem::of($failure)) ? false : throw $failure;
            }
        });
        $this->setTimeouts($this->lockTimeout, null);
    }

    public function setTimeouts(int $lock, ?int $statement): void
    {
        foreach ($this->rules->timeouts($lock, $statement) as $alternatives) {
            foreach ($alternatives as $index => $sql) {
                try {
                    $this->execute($sql);
                    break;
                } catch (PDOException $failure) {
                    if ($index === count($alternatives) - 1) {
                        throw $failure;
                    }
                }
            }
        }
    }

    /** @param callable(): bool $isOurs */
    private function waitFor(callable $isOurs): void
    {
        if ($isOurs()) {
            return;
        }
        $end = microtime(true) + $this->lockTimeout;
        $this->notice(
            "connection \"$this->name\": another run holds the lock; waiting for $this->lockTimeout seconds at most",
        );
        do {
            if (microtime(true) >= $end) {
                throw new MigrationException(
                    'ORM-D027',
                    "connection \"$this->name\": another run has held the lock for $this->lockTimeout seconds",
                    'run again when it has ended, or wait longer with --lock-timeout',
                );
            }
            usleep(self::POLL_EVERY);
        } while (!$isOurs());
    }
}
