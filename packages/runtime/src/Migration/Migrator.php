<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use PDOException;

/** Applies and reverts the migrations of a connection. */
final class Migrator
{
    private readonly StateTable $state;
    /** @var array<int|string, Migration> by version, oldest first */
    private readonly array $migrations;
    /** @var array<int|string, Migration> by version, those of all connections; a target version is one of them */
    private array $known;

    /**
     * @param \Closure(Migration, array<string, int>): void $onBatch called after each batch with the progress of a
     *     statement
     */
    public function __construct(
        private readonly Database $database,
        private readonly string $tableName,
        string $directory,
        private readonly \Closure $onBatch,
    ) {
        self::refuseOtherVendor("$directory/schema.json", $database->rules->vendor);
        $this->migrations = Migration::readAll($directory, $database->rules->lexicon);
        $this->state = new StateTable($tableName, $database);
        $this->known = $this->migrations;
    }

    /** Accepts target versions that only the other connection has. */
    public function know(self $other): void
    {
        $this->known += $other->migrations;
        ksort($this->known, SORT_NUMERIC);
    }

    /** Throws if the snapshot beside the migrations names another vendor than that of the connection. */
    private static function refuseOtherVendor(string $snapshot, string $vendor): void
    {
        $stored = is_file($snapshot) ? json_decode((string) file_get_contents($snapshot), true) : null;
        $platform = is_array($stored) ? $stored['platform'] ?? $vendor : $vendor;
        if (is_string($platform) && $platform !== $vendor) {
            throw new MigrationException(
                'ORM-M004',
                "$snapshot is the snapshot of a $platform database, and the connection is $vendor",
                'migrations of one vendor do not run on another: name another directory by --dir',
            );
        }
    }

    /** @return list<array<string, mixed>> the state of every migration */
    public function status(): array
    {
        $entries = $this->guarded(fn (): array => $this->state->read());
        $states = [];
        foreach ($this->migrations as $version => $migration) {
            $states[$version] = $this->stateOf($migration, $entries[$version] ?? null);
        }
        foreach ($entries as $version => $entry) {
            if ($entry->name !== null && !isset($states[$version])) {
                $states[$version] = $entry->isApplied()
                    ? $this->described((string) $version, $entry->name, 'missing') + self::timesOf($entry)
                    : $this->stopped($entry, null);
            }
        }
        ksort($states, SORT_NUMERIC);

        return array_values($states);
    }

    /** @return list<array{Migration, list<Statement>}> the statements that migrate() would execute */
    public function planMigrate(?string $to, bool $strict): array
    {
        $entries = $this->guarded(fn (): array => $this->state->read());

        return array_map(
            fn (Migration $migration): array => [$migration, $this->remaining($migration, 'up', $entries)],
            $this->pending($entries, $to, $strict),
        );
    }

    /**
     * @param callable(Migration, int, float, array<string, int>): void $done called with each migration, the number of
     *     its statements,
     *     seconds, and the rows executed in batches
     */
    public function migrate(?string $to, bool $strict, int $lockTimeout, ?int $statementTimeout, callable $done): void
    {
        $this->locked($lockTimeout, $statementTimeout, function () use ($to, $strict, $done): void {
            $entries = $this->state->read();
            $applied = array_values(array_filter($entries, static fn (Entry $each): bool => $each->isApplied()));
            foreach ($this->pending($entries, $to, $strict) as $migration) {
                $this->apply($migration, 'up', $done, $applied);
                $applied[] = $migration;
            }
        });
    }

    /** Returns the number of rows for a statement in batches, or null if the table cannot be read. */
    public function countRows(Batch $batch): ?int
    {
        $table = implode('.', array_map($this->database->rules->quote(...), $batch->table));
        try {
            return (int) $this->database->rows("SELECT COUNT(*) AS n FROM $table")[0]['n'];
        } catch (PDOException $failure) {
            return $this->database->rules->isMissing(Problem::of($failure)) ? null : throw $failure;
        }
    }

    /** @return list<array{Migration, list<Statement>}> the statements that down() would execute */
    public function planDown(?string $to): array
    {
        $entries = $this->guarded(fn (): array => $this->state->read());

        return array_map(
            fn (Migration $migration): array => [$migration, $this->remaining($migration, 'down', $entries)],
            $this->reverted($entries, $to),
        );
    }

    /**
     * @param callable(Migration, int, float, array<string, int>): void $done called with each migration, the number of
     *     its statements,
     *     seconds, and the rows executed in batches
     */
    public function down(
        ?string $to,
        bool $allowLoss,
        int $lockTimeout,
        ?int $statementTimeout,
        callable $done,
    ): void {
        $this->locked($lockTimeout, $statementTimeout, function () use ($to, $allowLoss, $done): void {
            $entries = $this->state->read();
            $migrations = $this->reverted($entries, $to);
            $remaining = fn (Migration $each): array => $this->remaining($each, 'down', $entries);
            $refuseLosses = $allowLoss ? null : $this->refuseLosses(...);
            if ($refuseLosses !== null) {
                $refuseLosses(array_merge(...array_map($remaining, $migrations)));
            }
            foreach ($migrations as $migration) {
                $this->apply($migration, 'down', $done, refuseLosses: $refuseLosses);
            }
        });
    }

    /**
     * Returns what resolve() would record.
     *
     * @param 'applied'|'rolled-back' $as
     * @return array<string, mixed>
     */
    public function planResolve(string $version, string $as): array
    {
        return $this->resolvable($this->guarded(fn (): Entry => $this->halfway($version)), $as);
    }

    /**
     * Resolves a migration that stopped halfway: records it as applied or removes its entry, without running a
     * statement.
     *
     * @param 'applied'|'rolled-back' $as whether the tables are in the state after the whole migration
     *     or in the state before it
     * @param callable(array<string, mixed>): void $found called with the state of the migration before anything is
     *     recorded
     */
    public function resolve(string $version, string $as, int $lockTimeout, callable $found): void
    {
        $this->guarded(fn (): Entry => $this->halfway($version));
        $this->locked($lockTimeout, null, function () use ($version, $as, $found): void {
            $begin = $this->database->rules->beginStatement();
            if ($begin !== null) {
                $this->database->begin($begin);
            }
            try {
                // Another run may have completed the migration in the meantime.
                $entry = $this->halfway($version);
            } catch (MigrationException $failure) {
                $this->database->rollBack();
                throw $failure;
            }
            $found($this->resolvable($entry, $as));
            $this->database->execute(
                $as === 'applied' ? $this->state->update($this->appliedEntry($entry)) : $this->state->remove($entry),
            );
            if ($begin !== null) {
                $this->database->execute('COMMIT');
            }
        });
    }

    private function halfway(string $version): Entry
    {
        $entry = $this->state->read()[$version] ?? null;
        if ($entry !== null && !$entry->isApplied()) {
            return $entry;
        }
        $known = $this->migrations[$version] ?? $entry ?? throw $this->unknown($version);
        throw new MigrationException(
            'ORM-D038',
            "{$known->label()} did not stop halfway on connection \"{$this->database->name}\": it is "
                . ($entry === null ? 'not applied' : 'applied'),
            $entry === null ? '"migrate" applies it' : '"down" reverts it',
        );
    }

    /** Returns the entry for a migration that somebody has completed by hand. */
    private function appliedEntry(Entry $entry): Entry
    {
        $migration = $this->migrations[$entry->version] ?? null;
        $checksums = $migration?->checksums('up', $this->database->rules->lexicon);
        $now = Attempt::now();

        return new Entry(
            $entry->version,
            $migration->name ?? $entry->name,
            $checksums === null ? null : end($checksums),
            'up',
            $now,
            $now,
            $migration === null ? $entry->statements : count($migration->up),
        );
    }

    /**
     * @param 'applied'|'rolled-back' $as
     * @return array<string, mixed>
     */
    private function resolvable(Entry $entry, string $as): array
    {
        $migration = $this->migrations[$entry->version] ?? null;
        $state = $this->stopped($entry, $migration);
        $next = $entry->error !== null ? 'failed' : (isset($state['rows']) ? 'partly executed' : 'unknown');
        $statements = [];
        foreach (isset($state['file']) ? [] : $migration?->statements($entry->direction) ?? [] as $index => $each) {
            $statements[] = [
                'line' => $each->place->line,
                'text' => $each->text,
                'state' => match ($index <=> $entry->statements) {
                    -1 => 'executed',
                    0 => $next,
                    1 => 'not executed',
                },
            ];
        }

        return $state + ['as' => $as, 'statements' => $statements];
    }

    /** @param list<Statement> $statements */
    private function refuseLosses(array $statements, ?string $migration = null): void
    {
        $losses = (new Losses($this->database))->of($statements);
        if ($losses !== []) {
            throw new MigrationException(
                'ORM-D031',
                ($migration === null ? 'nothing was executed' : "$migration was not reverted")
                    . ', because rows would be lost: ' . implode(', ', $losses),
                'to accept this, use --allow-loss',
            );
        }
    }

    private function locked(int $lockTimeout, ?int $statementTimeout, callable $work): void
    {
        $this->guarded(fn () => $this->database->withLock(
            $this->tableName,
            function () use ($lockTimeout, $statementTimeout, $work): void {
                if ($statementTimeout !== null && !$this->database->rules->hasStatementTimeout()) {
                    $this->database->notice("connection \"{$this->database->name}\": "
                        . 'this database has no timeout for statements');
                }
                $this->database->setTimeouts($lockTimeout, $statementTimeout);
                $this->state->ensure();
                $this->state->settle();
                $work();
            },
        ));
    }

    /**
     * Converts failures of the library's own statements on the state table or the lock.
     *
     * @template T
     * @param callable(): T $work
     * @return T
     */
    private function guarded(callable $work): mixed
    {
        try {
            return $work();
        } catch (PDOException $failure) {
            $reason = Problem::of($failure)->text;
            throw new MigrationException('ORM-D001', "connection \"{$this->database->name}\": $reason");
        }
    }

    /**
     * @param 'up'|'down' $direction
     * @param list<Entry|Migration> $applied
     */
    private function apply(
        Migration $migration,
        string $direction,
        callable $done,
        array $applied = [],
        ?\Closure $refuseLosses = null,
    ): void {
        $start = microtime(true);
        $own = [];
        $onBatch = function (array $progress, int $rows) use ($migration, &$own): void {
            $own = ['batches' => ($own['batches'] ?? 0) + 1, 'rows' => ($own['rows'] ?? 0) + $rows];
            ($this->onBatch)($migration, $progress);
        };
        $attempt = new Attempt(
            $migration,
            $direction,
            $this->database,
            $this->state,
            $applied,
            $refuseLosses,
            $onBatch,
        );
        $statements = $attempt->run();
        $this->state->goBack();
        if ($statements !== null) {
            $done($migration, $statements, round(microtime(true) - $start, 3), $own);
        }
    }

    /**
     * Returns the migrations that are not applied yet, oldest first.
     *
     * @param array<int|string, Entry> $entries
     * @return list<Migration>
     */
    private function pending(array $entries, ?string $to, bool $strict): array
    {
        $connection = "connection \"{$this->database->name}\"";
        foreach ($this->migrations as $version => $migration) {
            $this->refuseChange($migration, $entries[$version] ?? null);
        }
        $newest = null;
        foreach ($entries as $version => $entry) {
            $isMissing = !isset($this->migrations[$version]);
            if (!$entry->isApplied() && ($isMissing || $entry->direction === 'down')) {
                throw MigrationException::stoppedHalfway($entry, $this->database->name, $isMissing);
            }
            if ($entry->name !== null && $isMissing) {
                $this->database->notice("$connection: {$entry->label()} is applied, but its file is missing");
            }
            $newest = $entry->isApplied() && $entry->name !== null ? $entry : $newest;
        }
        $this->refuseUnknown($to, []);
        $pending = [];
        foreach ($this->migrations as $version => $migration) {
            $isPending = !isset($entries[$version]) || !$entries[$version]->isApplied();
            if (!$isPending || ($to !== null && $version > (int) $to)) {
                continue;
            }
            if ($newest !== null && $version < (int) $newest->version) {
                $reason = "$migration->path is older than $newest->version, which is applied on $connection";
                if ($strict) {
                    $hint = 'omit --strict to apply it anyway, or give it a newer version';
                    throw new MigrationException('ORM-D028', $reason, $hint);
                }
                $this->database->notice($reason);
            }
            $pending[] = $migration;
        }

        return $pending;
    }

    /** @param array<int|string, Entry> $entries */
    private function refuseUnknown(?string $to, array $entries): void
    {
        if ($to !== null && !isset($this->known[$to]) && !isset($entries[$to])) {
            throw $this->unknown($to);
        }
    }

    private function unknown(string $version): MigrationException
    {
        $newest = array_key_last($this->known);
        $hint = $newest === null ? 'there are no migrations at all' : "the newest is $newest";

        return new MigrationException('ORM-D030', "there is no migration $version", $hint);
    }

    private function refuseChange(Migration $migration, ?Entry $entry): void
    {
        if ($entry === null || !$this->isChanged($migration, $entry)) {
            return;
        }
        $connection = "connection \"{$this->database->name}\"";
        throw $entry->isApplied()
            ? new MigrationException(
                'ORM-D026',
                "$migration->path was changed after it was applied on $connection",
                'restore the file, and write the change as a new migration',
            )
            : new MigrationException(
                'ORM-D026',
                "$migration->path: the first $entry->statements statements are done on $connection,"
                    . ' and were changed since',
                'restore these statements; later statements can be changed; to give it up, '
                    . MigrationException::resolveCommand($entry->version),
            );
    }

    /** Returns whether the statements in the file differ from those that the state table records as done. */
    private function isChanged(Migration $migration, Entry $entry): bool
    {
        // Another tool wrote this row, or the file was missing, so there is no checksum to compare.
        if ($entry->name === null || $entry->checksum === null) {
            return false;
        }
        $checksums = $migration->checksums($entry->direction, $this->database->rules->lexicon);
        $own = $entry->isApplied() ? end($checksums) : ($checksums[$entry->statements] ?? null);

        return $own !== $entry->checksum;
    }

    /**
     * Returns the migrations to revert, latest first.
     *
     * @param array<int|string, Entry> $entries
     * @return list<Migration>
     */
    private function reverted(array $entries, ?string $to): array
    {
        if ($to !== '0') {
            $this->refuseUnknown($to, $entries);
        }
        $newestFirst = array_reverse($entries, true);
        $wanted = $to === null
            ? array_slice($newestFirst, 0, 1, true)
            : array_filter($newestFirst, static fn (Entry $entry): bool => (int) $entry->version > (int) $to);
        $reverted = [];
        foreach ($wanted as $version => $entry) {
            $migration = $this->migrations[$version] ?? null;
            if (!$entry->isApplied() && ($migration === null || $entry->direction === 'up')) {
                throw MigrationException::stoppedHalfway($entry, $this->database->name, $migration === null);
            }
            [$reason, $hint] = match (true) {
                $entry->name === null => ['another tool applied it', null],
                $migration === null => ['its file is missing', null],
                $migration->irreversible !== null => [$migration->irreversible, null],
                $migration->down === null => [
                    'its file has no part "down"',
                    'write one below a line "-- orm: down"',
                ],
                default => [null, null],
            };
            if ($reason !== null || $migration === null) {
                throw new MigrationException(
                    'ORM-D029',
                    "{$entry->label()} cannot be reverted on connection \"{$this->database->name}\": $reason",
                    $hint,
                );
            }
            $this->refuseChange($migration, $entry);
            $reverted[] = $migration;
        }

        return $reverted;
    }

    /**
     * Returns the statements of a migration that are not done yet.
     *
     * @param 'up'|'down' $direction
     * @param array<int|string, Entry> $entries
     * @return list<Statement>
     */
    private function remaining(Migration $migration, string $direction, array $entries): array
    {
        $entry = $entries[$migration->version] ?? null;
        $isOnTheWay = $entry !== null && !$entry->isApplied() && $entry->direction === $direction;

        return array_slice($migration->statements($direction), $isOnTheWay ? $entry->statements : 0);
    }

    /** @return array<string, mixed> */
    private function stateOf(Migration $migration, ?Entry $entry): array
    {
        if ($entry === null) {
            return $this->described($migration->version, $migration->name, 'pending');
        }
        if (!$entry->isApplied()) {
            return $this->stopped($entry, $migration);
        }
        $state = $this->isChanged($migration, $entry) ? 'changed' : 'applied';

        return $this->described($migration->version, $migration->name, $state) + self::timesOf($entry);
    }

    /**
     * Returns the state of a migration that stopped halfway.
     *
     * @return array<string, mixed>
     */
    private function stopped(Entry $entry, ?Migration $migration): array
    {
        $isOther = $migration !== null && $this->isChanged($migration, $entry);
        $statements = $isOther ? null : $migration?->statements($entry->direction);
        $next = $statements[$entry->statements]->place ?? null;

        return $this->described($entry->version, $migration->name ?? (string) $entry->name, 'stopped')
            + ($statements === null ? ['file' => $isOther ? 'changed' : 'missing'] : [])
            + ['direction' => $entry->direction]
            + self::timesOf($entry)
            + ['done' => $entry->statements]
            + ($statements === null ? [] : ['total' => count($statements)])
            + ($next === null ? [] : ['next' => "$next->file:$next->line"])
            + ($entry->progress === null ? [] : Walked::read($entry->progress)->summary())
            + ($entry->error === null ? [] : ['error' => $entry->error]);
    }

    /** @return array<string, mixed> */
    private function described(string $version, string $name, string $state): array
    {
        return ['connection' => $this->database->name, 'version' => $version, 'name' => $name, 'state' => $state];
    }

    /** @return array<string, mixed> */
    private static function timesOf(Entry $entry): array
    {
        $seconds = (string) $entry->started !== '' && (string) $entry->finished !== ''
            ? round(self::time((string) $entry->finished) - self::time((string) $entry->started), 3)
            : null;

        return array_filter(
            ['started' => $entry->started, 'finished' => $entry->finished, 'seconds' => $seconds],
            static fn (mixed $value): bool => $value !== null,
        );
    }

    private static function time(string $text): float
    {
        return (float) (new \DateTimeImmutable($text))->format('U.u');
    }
}
