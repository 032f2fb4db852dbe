<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** What applying migrations needs to know of a vendor; the same as `orm migrate` does. */
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

    /** Opens the transaction of a migration; null where DDL commits by itself. */
    public function begin(): ?string
    {
        return null;
    }

    /** Opens one for a single statement and its entry; null where there is none at all. */
    public function beginStatement(): ?string
    {
        return $this->begin();
    }

    /** Whether a statement was refused because of the transaction around it. */
    public function refusesTransaction(Problem $problem): bool
    {
        return false;
    }

    /** Statements that have no effect inside a transaction. */
    public function isOutside(string $statement): bool
    {
        return false;
    }

    /** Statements that hold for the session: a run that continues a migration executes them again. */
    public function isForSession(string $statement): bool
    {
        return preg_match('/^SET\b/i', $statement) === 1;
    }

    /** A query for rows that refer to nothing, where a statement that ran outside turns the checks off. */
    public function referencesQuery(string $statement): ?string
    {
        return null;
    }

    /**
     * A query for what goes with a table that these statements drop and make anew, and that they may not know of:
     * columns `sql`, which makes it again, and `query`, which gives a row where it is there already.
     *
     * @param list<string> $all
     */
    public function goesWith(string $statement, array $all): ?string
    {
        return null;
    }

    /**
     * The lock of a session; null where the transaction of each migration is the lock. What takes it gives 1 where it
     * is ours, and does not wait.
     *
     * @return array{take: string, release: string}|null
     */
    public function lock(string $table): ?array
    {
        return null;
    }

    /** Whether a transaction could not begin because another connection has one. */
    public function isBusy(Problem $problem): bool
    {
        return false;
    }

    /**
     * Settings of the session by which it reads SQL as we do, whatever those of the database are.
     *
     * @return list<string>
     */
    public function settings(): array
    {
        return [];
    }

    /**
     * Seconds to wait for others, and that a statement may take; of each list, the first that the server knows.
     *
     * @return list<non-empty-list<string>>
     */
    abstract public function timeouts(int $lock, ?int $statement): array;

    public function hasStatementTimeout(): bool
    {
        return false;
    }

    /** Whether a statement fails because it was executed before; asked only where that is unknown. */
    public function isDoneAlready(Problem $problem, string $statement): bool
    {
        return false;
    }

    /** Whether a statement fails because what it creates is there already, whatever the language of the message. */
    abstract public function isThere(Problem $problem): bool;

    /** A query for statements that clear away what is left of an attempt. */
    public function leftovers(string $statement): ?string
    {
        return null;
    }

    /**
     * Asks for the `type` of a column of a key, where `keyValue()` depends on it.
     *
     * @param non-empty-list<string> $table
     */
    public function typeQuery(array $table, string $column): ?string
    {
        return null;
    }

    /**
     * An expression for a value of a key as text: `n:` and a number, `t:` and a text, `b:` and the bytes in hexadecimal
     * digits, or `x:` for those of a text. Null where the values of the type are not sorted as they are compared.
     */
    public function keyValue(string $column, string $type): ?string
    {
        return null;
    }

    /** Whether a statement failed because what it names does not exist. */
    abstract public function isMissing(Problem $problem): bool;

    /** Whether the connection is gone. */
    abstract public function isLost(Problem $problem): bool;

    /** @return array{version: string, text: string, number: string, long: string} types of the state table */
    public function types(): array
    {
        return ['version' => 'BIGINT', 'text' => 'VARCHAR', 'number' => 'INTEGER', 'long' => 'TEXT'];
    }

    public function tableOptions(): string
    {
        return '';
    }

    /** Makes room for long numbers in the `version` of a table that another tool made. */
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
