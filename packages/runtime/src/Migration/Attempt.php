<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use PDOException;

/** Applies or reverts a migration: atomically if the vendor can do that, otherwise statement by statement. */
final class Attempt
{
    /** @var list<Statement> */
    private readonly array $statements;
    /** @var list<string> */
    private readonly array $checksums;
    private readonly Rules $rules;
    private string $started;

    /**
     * @param 'up'|'down' $direction
     * @param list<Entry|Migration> $applied migrations that were applied when this run was planned, or by it since
     * @param (\Closure(list<Statement>, string): void)|null $refuseLosses throws if these statements would lose rows
     * @param \Closure(array<string, int>, int): void $onBatch called after each batch with the progress and the number
     *     of its rows
     */
    public function __construct(
        private readonly Migration $migration,
        private readonly string $direction,
        private readonly Database $database,
        private readonly StateTable $state,
        private readonly array $applied,
        private readonly ?\Closure $refuseLosses,
        private readonly \Closure $onBatch,
    ) {
        $this->rules = $database->rules;
        $this->statements = $migration->statements($direction);
        $this->checksums = $migration->checksums($direction, $this->rules->lexicon);
        $this->started = self::now();
    }

    /** @return int|null the number of statements that this run executed; null if another run was faster */
    public function run(): ?int
    {
        $entry = $this->state->entryOf($this->migration);
        $isHalfway = $entry !== null && !$entry->isApplied();
        $begin = $this->rules->begin();

        return $begin !== null && $this->migration->isWhole($this->direction) && !$isHalfway
            ? $this->whole($begin)
            : $this->stepwise($entry);
    }

    /** Runs all statements and writes the entry of the state table in one transaction. */
    private function whole(string $begin): ?int
    {
        $before = $inside = $after = [];
        foreach ($this->statements as $statement) {
            if (!$this->rules->isOutside($statement->text)) {
                $inside[] = $statement;
            } elseif ($inside === []) {
                $before[] = $statement;
            } else {
                $after[] = $statement;
            }
        }
        $query = null;
        foreach ($before as $statement) {
            $query ??= $this->rules->referencesQuery($statement->text);
            $this->guarded($statement->text, $statement);
        }
        $this->database->begin($begin);
        if ($this->isTaken()) {
            $this->database->rollBack();
            array_map(fn (Statement $statement) => $this->database->execute($statement->text), $after);

            return null;
        }
        $this->refuseLosses($this->statements);
        $broken = $query === null ? [] : $this->brokenReferences($query);
        $texts = array_map(static fn (Statement $statement): string => $statement->text, $inside);
        $gone = [];
        foreach ($inside as $statement) {
            $rebuilt = $this->rules->goesWith($statement->text, $texts);
            if ($rebuilt !== null) {
                array_push($gone, ...$this->database->rows($rebuilt));
            }
            $this->guarded($statement->text, $statement);
        }
        // Triggers and indexes that were created by hand are kept, even if their table was replaced by a new one.
        foreach ($gone as $thing) {
            if ($this->database->rows((string) $thing['query']) === []) {
                $this->guarded((string) $thing['sql']);
            }
        }
        if ($query !== null) {
            $this->checkReferences($query, $broken);
        }
        $entry = $this->entry(count($this->statements), finished: self::now());
        $this->guarded($this->direction === 'up' ? $this->state->insert($entry) : $this->state->remove($entry));
        $this->guarded('COMMIT');
        foreach ($after as $statement) {
            $this->guarded($statement->text, $statement);
        }

        return count($this->statements);
    }

    /**
     * Returns whether another run did the work while this one waited. That can happen only if the transaction is the
     * lock.
     */
    private function isTaken(): bool
    {
        if ($this->rules->lock('') !== null) {
            return false;
        }
        $entries = $this->state->read();
        $this->refuseOvertaken($entries);

        return isset($entries[$this->migration->version]) === ($this->direction === 'up');
    }

    /**
     * Throws if another run went in the other direction since this run was planned. That can happen only if the
     * transaction is the lock.
     *
     * @param array<int|string, Entry> $entries
     */
    private function refuseOvertaken(array $entries): void
    {
        $isUp = $this->direction === 'up';
        $version = (int) $this->migration->version;
        $found = $isUp
            ? array_filter(
                $this->applied,
                static fn (Entry|Migration $each): bool => !($entries[$each->version] ?? null)?->isApplied(),
            )
            : array_filter($entries, static fn (Entry $each): bool => (int) $each->version > $version);
        if ($found === []) {
            return;
        }
        $this->database->rollBack();
        $label = end($found)->label();
        throw new MigrationException(
            'ORM-D037',
            "connection \"{$this->database->name}\": $label was " . ($isUp ? 'reverted' : 'applied')
                . ' by another run meanwhile',
            'run again when the other run has ended',
        );
    }

    /**
     * Checks the rows again, because an application may have written some while this run waited for the lock.
     *
     * @param list<Statement> $statements
     */
    private function refuseLosses(array $statements): void
    {
        // With other vendors, a failed query would abort the transaction, and their tables are not locked yet anyway.
        if ($this->refuseLosses === null || $this->rules->lock('') !== null) {
            return;
        }
        try {
            ($this->refuseLosses)($statements, $this->migration->label());
        } catch (MigrationException $failure) {
            $this->database->rollBack();
            throw $failure;
        }
    }

    private function guarded(string $sql, ?Statement $statement = null): void
    {
        try {
            $this->database->execute($sql);
        } catch (PDOException $failure) {
            $this->database->rollBack();
            $verb = $this->direction === 'up' ? 'applied' : 'reverted';
            $problem = Problem::of($failure);
            throw $this->failure(
                $problem,
                $statement,
                $sql,
                $sql === 'COMMIT' && $this->rules->isLost($problem)
                    ? "it is not known whether this migration was $verb: run orm-migrate status"
                    : "this migration was not $verb" . ($this->rules->refusesTransaction($problem)
                        ? '; write a line "-- orm: no-transaction" above the statements'
                        : ''),
            );
        }
    }

    /** @return array<string, int> the number of rows without a parent, by table */
    private function brokenReferences(string $query): array
    {
        return array_count_values(array_map(
            static fn (array $row): string => "$row[table]\n$row[parent]",
            $this->database->rows($query),
        ));
    }

    /** @param array<string, int> $before */
    private function checkReferences(string $query, array $before): void
    {
        foreach ($this->brokenReferences($query) as $tables => $rows) {
            if ($rows > ($before[$tables] ?? 0)) {
                $this->database->rollBack();
                [$table, $parent] = explode("\n", $tables);
                throw new MigrationException(
                    'ORM-D033',
                    "{$this->migration->path} would leave rows of table \"$table\" on connection "
                        . "\"{$this->database->name}\" that refer to rows of table \"$parent\" which do not exist",
                    'this migration was not applied',
                );
            }
        }
    }

    /** Runs statement by statement and records each, so that the next run can continue after one that stopped. */
    private function stepwise(?Entry $found): ?int
    {
        // Another run has done the work since this one checked.
        if ($this->direction === 'up' ? $found?->isApplied() : $found === null) {
            return null;
        }
        $isOnTheWay = $found !== null && !$found->isApplied();
        if ($isOnTheWay) {
            $this->refuseOtherWay($found);
        }
        $this->started = ($isOnTheWay ? $found->started : null) ?? $this->started;
        $done = $isOnTheWay ? $found->statements : 0;
        $total = count($this->statements);
        $start = $this->entry($done, progress: $isOnTheWay ? $found->progress : null);
        if (!$this->record($start, $found)) {
            return $this->stepwise($this->state->entryOf($this->migration));
        }
        if ($total === 0) {
            $this->database->execute($this->after(0));
        }
        if ($isOnTheWay && $done < $total) {
            $this->clearAway($this->statements[$done]);
        }
        $this->restoreSession(0, $done);
        // After a run that stopped, it is unknown whether the next statement was executed, unless it failed.
        $isKnown = !$isOnTheWay || $found->error !== null;
        for ($executed = 0; $done < $total; $isKnown = true) {
            $statement = $this->statements[$done];
            $isNext = $statement->batch !== null
                ? $this->walk($statement, $statement->batch, $done)
                : $this->step($statement, $done, $isKnown);
            if ($isNext) {
                $done++;
                $executed++;
                continue;
            }
            $entry = $this->state->entryOf($this->migration);
            if ($entry === null || $entry->isApplied()) {
                return $executed > 0 ? $executed : null;
            }
            $this->refuseOtherWay($entry);
            $this->restoreSession($done, $entry->statements);
            $done = $entry->statements;
        }

        return $executed;
    }

    private function refuseOtherWay(Entry $entry): void
    {
        if ($entry->direction !== $this->direction) {
            throw MigrationException::stoppedHalfway($entry, $this->database->name);
        }
    }

    /** Repeats statements of other runs that only affected their sessions, such as turning off foreign key checks. */
    private function restoreSession(int $from, int $to): void
    {
        foreach (array_slice($this->statements, $from, max(0, $to - $from)) as $statement) {
            if ($this->rules->isForSession($statement->text)) {
                $this->database->execute($statement->text);
            }
        }
    }

    /** Writes the first entry; returns false if another run has written one in the meantime. */
    private function record(Entry $start, ?Entry $found): bool
    {
        $begin = $this->rules->beginStatement();
        if ($begin === null || $this->rules->lock('') !== null) {
            $this->database->execute($found === null ? $this->state->insert($start) : $this->state->update($start));

            return true;
        }
        $this->database->begin($begin);
        $entries = $this->state->read();
        $this->refuseOvertaken($entries);
        $entry = $entries[$this->migration->version] ?? null;
        $isSame = $entry?->statements === $found?->statements
            && $entry?->finished === $found?->finished
            && $entry?->direction === $found?->direction;
        if ($isSame) {
            if ($found === null || $found->isApplied()) {
                $this->refuseLosses($this->statements);
            }
            // Another run may have executed batches in the meantime.
            $start = $this->entry($start->statements, progress: $entry?->progress);
            $this->database->execute($found === null ? $this->state->insert($start) : $this->state->update($start));
        }
        $this->database->execute('COMMIT');

        return $isSame;
    }

    /** Returns the SQL that records the number of completed statements in the state table. */
    private function after(int $done): string
    {
        if ($done < count($this->statements)) {
            return $this->state->update($this->entry($done));
        }
        $entry = $this->entry($done, finished: self::now());

        return $this->direction === 'up' ? $this->state->update($entry) : $this->state->remove($entry);
    }

    /** Executes a statement and records it; returns false if another run has done so. */
    private function step(Statement $statement, int $done, bool $isKnown): bool
    {
        $begin = $this->rules->beginStatement();
        if ($begin !== null && !$this->rules->isOutside($statement->text)) {
            $this->database->begin($begin);
            if (!$this->isStillNext($done)) {
                $this->database->rollBack();

                return false;
            }
            try {
                $this->database->execute($statement->text);
                $this->database->execute($this->after($done + 1));
                $this->database->execute('COMMIT');

                return true;
            } catch (PDOException $failure) {
                $problem = Problem::of($failure);
                $this->database->rollBack();
                if (!$this->rules->refusesTransaction($problem)) {
                    // If DDL is transactional, the statement was not executed before.
                    $this->failed($problem, $statement, $done, $isKnown || $this->rules->begin() !== null);

                    return true;
                }
            }
        }
        try {
            $this->database->execute($statement->text);
        } catch (PDOException $failure) {
            $this->failed(Problem::of($failure), $statement, $done, $isKnown);

            return true;
        }
        try {
            return $this->recordDone($done);
        } catch (PDOException $failure) {
            throw $this->failure(Problem::of($failure), $statement, $statement->text, $this->stays($done, true));
        }
    }

    /**
     * Executes a statement in batches of rows and records the progress; returns false if another run has completed it.
     */
    private function walk(Statement $statement, Batch $batch, int $done): bool
    {
        $walked = $portion = null;
        [$since, $own] = [microtime(true), 0];
        try {
            $walk = new Walk($statement, $batch, $this->database);
            // Runs outside of a transaction, because counting rows takes time.
            $start = $this->state->entryOf($this->migration)?->progress === null ? $walk->start() : null;
            for (;;) {
                $this->database->begin($this->rules->beginStatement() ?? 'BEGIN');
                // With a vendor without a lock, another run may have executed some of the batches.
                $entry = $this->state->entryOf($this->migration);
                if (!$this->isAt($done, $entry)) {
                    $this->database->rollBack();

                    return false;
                }
                $progress = $entry?->progress;
                $walked = $progress === null ? ($start ?? $walk->start()) : $walk->read($progress);
                $portion = $walk->next($walked);
                if ($portion !== null) {
                    $this->database->execute($portion->sql);
                }
                $isLast = $portion?->isLast() ?? true;
                $this->database->execute($isLast
                    ? $this->after($done + 1)
                    : $this->state->update($this->entry($done, progress: $portion->walked->write())));
                $this->database->execute('COMMIT');
                if ($portion !== null) {
                    $rows = $portion->walked->rows - $walked->rows;
                    $own += $rows;
                    ($this->onBatch)($portion->walked->progress($own, microtime(true) - $since), $rows);
                }
                if ($isLast) {
                    return true;
                }
                $portion = null;
                usleep($batch->pause * 1000);
            }
        } catch (MigrationException $failure) {
            $this->database->rollBack();
            throw $failure;
        } catch (PDOException $failure) {
            $problem = Problem::of($failure);
            $this->database->rollBack();
            throw $this->batchFailure($problem, $statement, $done, $walked, $portion);
        }
    }

    private function batchFailure(
        Problem $problem,
        Statement $statement,
        int $done,
        ?Walked $walked,
        ?Portion $portion,
    ): MigrationException {
        $isLost = $this->rules->isLost($problem);
        $batch = $portion === null ? 'the next batch' : "batch {$portion->walked->batches} ($portion->range)";
        $rows = ($walked->rows ?? 0) . ' of ' . ($walked->total ?? 0) . ' rows are done and stay as they are';
        if (!$isLost) {
            $error = "$batch: " . self::textOf($problem);
            try {
                $this->database->execute($this->state->fail($this->entry($done, error: $error)));
            } catch (PDOException) {
                // The original failure is reported, not the failure to record it.
            }
        }
        $stays = $isLost
            ? "it is not known whether $batch was executed; the next run determines it, and continues there; $rows"
            : "$batch was not executed; $rows; correct the rows or the file from here on and run again: "
                . 'it continues with this batch';

        return $this->failure($problem, $statement, $portion->sql ?? $statement->text, $stays);
    }

    /** Records a statement that was executed outside of a transaction; returns false if another run has done so. */
    private function recordDone(int $done): bool
    {
        $begin = $this->rules->beginStatement();
        if ($begin === null || $this->rules->lock('') !== null) {
            $this->database->execute($this->after($done + 1));

            return true;
        }
        $this->database->begin($begin);
        $isNext = $this->isStillNext($done);
        if ($isNext) {
            $this->database->execute($this->after($done + 1));
        }
        $this->database->execute('COMMIT');

        return $isNext;
    }

    private function isStillNext(int $done): bool
    {
        if ($this->rules->lock('') !== null) {
            return true;
        }
        return $this->isAt($done, $this->state->entryOf($this->migration));
    }

    private function isAt(int $done, ?Entry $entry): bool
    {
        return $entry?->direction === $this->direction && !$entry->isApplied() && $entry->statements === $done;
    }

    /** Throws, unless the statement failed because the stopped run had already executed it. */
    private function failed(Problem $problem, Statement $at, int $done, bool $isKnown): void
    {
        if (!$isKnown && $this->rules->isDoneAlready($problem, $at->text)) {
            $this->database->execute($this->after($done + 1));

            return;
        }
        $isLost = $this->rules->isLost($problem);
        if (!$isLost) {
            try {
                $this->database->execute($this->state->fail($this->entry($done, error: self::textOf($problem))));
            } catch (PDOException) {
                // The original failure is reported, not the failure to record it.
            }
        }
        throw $this->failure($problem, $at, $at->text, $this->stays($done, $isLost));
    }

    private function stays(int $done, bool $isUnknown): string
    {
        $count = "$done of " . count($this->statements)
            . ' statements of this migration were executed and stay in effect';

        return $isUnknown
            ? "$count; it is not known whether this one was executed; the next run determines it"
            : "$count; correct the file from here on and run again: it continues with statement " . ($done + 1)
                . '; to give it up, ' . MigrationException::resolveCommand($this->migration->version);
    }

    private function clearAway(Statement $statement): void
    {
        $query = $this->rules->leftovers($statement->text);
        foreach ($query === null ? [] : $this->database->rows($query) as $row) {
            $this->database->execute((string) $row['statement']);
        }
    }

    private function entry(
        int $done,
        ?string $finished = null,
        ?string $error = null,
        ?string $progress = null,
    ): Entry {
        return new Entry(
            $this->migration->version,
            $this->migration->name,
            $this->checksums[$done],
            $this->direction,
            $this->started,
            $finished,
            $done,
            $error,
            $progress,
        );
    }

    private function failure(Problem $problem, ?Statement $at, string $sql, string $stays): MigrationException
    {
        $at ??= array_slice($this->statements, -1)[0] ?? null;
        $connection = "connection \"{$this->database->name}\"";
        $shown = strlen($sql) > 500 ? substr($sql, 0, 500) . '…' : $sql;

        return $this->rules->isLost($problem)
            ? new MigrationException(
                'ORM-D008',
                "$connection: the connection was lost during: $shown",
                $stays,
                $at?->place,
            )
            : new MigrationException(
                'ORM-D002',
                "$connection: " . self::textOf($problem) . "; the statement was: $shown",
                $at?->batch === null ? $stays . $this->cureOf($problem) : $stays,
                $at?->place,
            );
    }

    /** Suggests a baseline, because the tables of the migration may come from elsewhere, such as an SQL script. */
    private function cureOf(Problem $problem): string
    {
        return $this->direction === 'up' && $this->rules->isThere($problem)
            ? '; if the database has all of this migration, "orm migration:baseline '
                . "--to={$this->migration->version}\" records it as applied"
            : '';
    }

    private static function textOf(Problem $problem): string
    {
        return ($problem->number === 0 || $problem->number === 7 ? $problem->state : $problem->number)
            . " $problem->text";
    }

    /** Returns the current time as ISO 8601 in UTC. */
    public static function now(): string
    {
        return (new \DateTimeImmutable('now', new \DateTimeZone('UTC')))->format('Y-m-d\TH:i:s.v\Z');
    }
}
