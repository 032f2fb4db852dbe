<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration\Rules;

use Orm\Runtime\Migration\Problem;
use Orm\Runtime\Migration\Rules;

final class PgsqlRules extends Rules
{
    public function begin(): string
    {
        return 'BEGIN';
    }

    public function refusesTransaction(Problem $problem): bool
    {
        return $problem->state === '25001';
    }

    public function lock(string $table): array
    {
        $keys = "hashtext('orm migrations'), hashtext({$this->literal($table)})";

        return [
            'take' => "SELECT pg_try_advisory_lock($keys)::int AS taken",
            'release' => "SELECT pg_advisory_unlock($keys)",
        ];
    }

    public function settings(): array
    {
        return ['SET standard_conforming_strings = on'];
    }

    public function timeouts(int $lock, ?int $statement): array
    {
        return [
            ["SET lock_timeout = '{$lock}s'"],
            ...($statement === null ? [] : [["SET statement_timeout = '{$statement}s'"]]),
        ];
    }

    public function hasStatementTimeout(): bool
    {
        return true;
    }

    /** Only statements outside of a transaction need this check; all others are recorded in their own transaction. */
    public function isDoneAlready(Problem $problem, string $statement): bool
    {
        return in_array($problem->state, ['42710', '42P07', '42704', '42P04', '3D000'], true);
    }

    /** Returns a query for the invalid index that an interrupted build has left. */
    public function leftovers(string $statement): ?string
    {
        $index = '/^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?("(?:[^"]|"")+"|[^\s"(]+)/i';
        if (preg_match($index, $statement, $found) !== 1) {
            return null;
        }
        $name = $found[1][0] === '"' ? str_replace('""', '"', substr($found[1], 1, -1)) : $found[1];

        return "SELECT format('DROP INDEX CONCURRENTLY %I.%I', n.nspname, c.relname) AS statement
            FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE NOT i.indisvalid AND lower(c.relname) = " . $this->literal(strtolower($name));
    }

    public function isForSession(string $statement): bool
    {
        return preg_match('/^(?:SET\b|SELECT\s+(?:pg_catalog\.)?set_config\b)/i', $statement) === 1;
    }

    public function place(string $table): string
    {
        return "SELECT (SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE c.oid = to_regclass({$this->literal($table)})) AS home,
            format('SELECT set_config(''search_path'', %L, false)', current_setting('search_path')) AS back";
    }

    public function isThere(Problem $problem): bool
    {
        return in_array($problem->state, ['42P04', '42P06', '42P07', '42P16', '42701', '42710', '42723'], true);
    }

    /** A string literal gets the type of the value that it is compared with. */
    public function keyValue(string $column, string $type): string
    {
        return "'t:' || $column::text";
    }

    public function isMissing(Problem $problem): bool
    {
        return $problem->state === '42P01';
    }

    public function isLost(Problem $problem): bool
    {
        return in_array($problem->state, ['57P01', '57P02', '08003', '08006'], true)
            || preg_match('/server closed the connection|no connection to the server/', $problem->text) === 1;
    }

    public function widenVersion(string $table, string $version): string
    {
        return "ALTER TABLE $table ALTER COLUMN $version TYPE BIGINT";
    }
}
