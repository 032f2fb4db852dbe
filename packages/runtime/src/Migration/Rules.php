<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** The vendor rules for applying migrations, the same as those of `orm migrate`. */
abstract class Rules
{
    public readonly Lexicon $lexicon;

    final public function __construct(public readonly string $vendor)
    {
        $this->lexicon = Lexicon::of($vendor);
    }

    public static function of(string $vendor): self
    {
        return match ($vendor) {
            'mysql' => new Rules\MysqlRules('mysql'),
            'pgsql' => new Rules\PgsqlRules('pgsql'),
            'sqlite' => new Rules\SqliteRules('sqlite'),
            'mssql', 'sqlsrv' => new Rules\MssqlRules('mssql'),
            'oracle' => new Rules\OracleRules('oracle'),
            default => throw new MigrationException('ORM-D009', "adapter \"$vendor\" has no migrations"),
        };
    }

    /** Returns the statement that starts the transaction of a migration; null if DDL commits implicitly. */
    public function begin(): ?string
    {
        return null;
    }

    /** Returns the statement that starts a transaction for one statement and its entry; null if the vendor has none. */
    public function beginStatement(): ?string
    {
        return $this->begin();
    }

    /** Returns whether a statement was rejected because it ran inside a transaction. */
    public function refusesTransaction(Problem $problem): bool
    {
        return false;
    }

    /** Returns whether a statement has no effect inside a transaction. */
    public function isOutside(string $statement): bool
    {
        return false;
    }

    /** Returns whether a statement affects only the session. A run that continues a migration executes it again. */
    public function isForSession(string $statement): bool
    {
        return preg_match('/^SET\b/i', $statement) === 1;
    }

    /**
     * Returns a query for rows with broken references, if a statement that ran outside of the transaction disables the
     * checks.
     */
    public function referencesQuery(string $statement): ?string
    {
        return null;
    }

    /**
     * Returns a query for objects that are lost when these statements drop and recreate a table: column `sql` recreates
     * the object, and `query` returns a row if it already exists.
     *
     * @param list<string> $all
     */
    public function goesWith(string $statement, array $all): ?string
    {
        return null;
    }

    /**
     * Returns the SQL of a session lock; null if the transaction of each migration is the lock. `take` returns 1 if the
     * lock was acquired, and does not wait.
     *
     * @return array{take: string, release: string}|null
     */
    public function lock(string $table): ?array
    {
        return null;
    }

    /** Returns whether a transaction could not start because another connection has one. */
    public function isBusy(Problem $problem): bool
    {
        return false;
    }

    /**
     * Returns session settings that make the server read SQL as the library does, and reject values that do not fit,
     * whatever the settings of the database.
     *
     * @return list<string>
     */
    public function settings(): array
    {
        return [];
    }

    /**
     * Returns statements for the timeouts in seconds: waiting for other connections, and running a statement. From each
     * list, the first statement that the server knows is used.
     *
     * @return list<non-empty-list<string>>
     */
    abstract public function timeouts(int $lock, ?int $statement): array;

    public function hasStatementTimeout(): bool
    {
        return false;
    }

    /** Returns whether a statement failed because it had been executed before. Only called if that is unknown. */
    public function isDoneAlready(Problem $problem, string $statement): bool
    {
        return false;
    }

    /**
     * Returns whether a statement failed because the object that it creates already exists, in any message language.
     */
    abstract public function isThere(Problem $problem): bool;

    /** Returns a query for statements that remove the remains of an earlier attempt. */
    public function leftovers(string $statement): ?string
    {
        return null;
    }

    /**
     * Returns a query for the `type` of a key column, if `keyValue()` depends on it.
     *
     * @param non-empty-list<string> $table
     */
    public function typeQuery(array $table, string $column): ?string
    {
        return null;
    }

    /**
     * Returns an expression for a key value as a string: `n:` and a number, `t:` and a string, `b:` and bytes in
     * hexadecimal digits, or `x:` and the bytes of a string in hexadecimal digits. Null if values of the type sort
     * differently than they compare.
     */
    public function keyValue(string $column, string $type): ?string
    {
        return null;
    }

    /** Returns whether a statement failed because an object that it names does not exist. */
    abstract public function isMissing(Problem $problem): bool;

    /** Returns whether the connection was lost. */
    abstract public function isLost(Problem $problem): bool;

    /**
     * @return array{version: string, text: string, number: string, long: string} the column types of the state table
     */
    public function types(): array
    {
        return ['version' => 'BIGINT', 'text' => 'VARCHAR', 'number' => 'INTEGER', 'long' => 'TEXT'];
    }

    public function tableOptions(): string
    {
        return '';
    }

    /**
     * Returns a query for where names without a schema are found, which a migration may change: column `home` has the
     * schema of this table, and column `back` a statement that changes back. Null if sessions cannot change it.
     */
    public function place(string $table): ?string
    {
        return null;
    }

    /** Returns a statement that widens the `version` column of a table created by another tool, for long numbers. */
    public function widenVersion(string $table, string $version): ?string
    {
        return null;
    }

    public function quote(string $name): string
    {
        return '"' . str_replace('"', '""', $name) . '"';
    }

    public function literal(string $text): string
    {
        return "'" . str_replace("'", "''", $text) . "'";
    }
}
