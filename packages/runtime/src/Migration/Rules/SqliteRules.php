<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration\Rules;

use Orm\Runtime\Migration\Problem;
use Orm\Runtime\Migration\Rules;

/** SQLite has no lock but that of a transaction, so each migration starts one and then checks again what is applied. */
final class SqliteRules extends Rules
{
    public function begin(): string
    {
        return 'BEGIN IMMEDIATE';
    }

    public function refusesTransaction(Problem $problem): bool
    {
        return preg_match('/(?:within|inside) a transaction/i', $problem->text) === 1;
    }

    /** The statement is silently ignored inside a transaction. */
    public function isOutside(string $statement): bool
    {
        return preg_match('/^PRAGMA\s+foreign_keys\b/i', $statement) === 1;
    }

    public function isForSession(string $statement): bool
    {
        return $this->isOutside($statement);
    }

    public function referencesQuery(string $statement): ?string
    {
        $off = '/^PRAGMA\s+foreign_keys\s*=\s*(?:OFF|0|no|false)\b/i';

        return preg_match($off, $statement) === 1 ? 'PRAGMA foreign_key_check' : null;
    }

    public function goesWith(string $statement, array $all): ?string
    {
        if (preg_match('/^DROP\s+TABLE\s+(\S.*)$/is', $statement, $match) !== 1) {
            return null;
        }
        $ending = ' RENAME TO ' . $match[1];
        if (array_filter($all, static fn (string $text): bool => str_ends_with($text, $ending)) === []) {
            return null;
        }
        $name = preg_replace('/^\[(.*)\]$|^"(.*)"$|^`(.*)`$/s', '$1$2$3', $match[1]);
        $literal = "'" . str_replace(['""', "'"], ['"', "''"], (string) $name) . "'";

        return "SELECT sql, 'SELECT 1 FROM sqlite_master WHERE type = ' || quote(type) || ' AND name = ' || quote(name)"
            . " AS query FROM sqlite_master WHERE tbl_name = $literal COLLATE NOCASE"
            . " AND type IN ('index', 'trigger') AND sql IS NOT NULL";
    }

    public function isBusy(Problem $problem): bool
    {
        // Some connections return extended codes.
        return $problem->number % 256 === 5;
    }

    public function timeouts(int $lock, ?int $statement): array
    {
        return [['PRAGMA busy_timeout = ' . $lock * 1000]];
    }

    public function isThere(Problem $problem): bool
    {
        return preg_match('/\balready\b|\bduplicate column name\b/i', $problem->text) === 1;
    }

    /** Statements end at a NUL character, so such values are encoded. */
    public function keyValue(string $column, string $type): string
    {
        return "CASE WHEN typeof($column) = 'blob' THEN 'b:' || hex($column)"
            . " WHEN typeof($column) <> 'text' THEN 'n:' || quote($column)"
            . " WHEN instr($column, char(0)) THEN 'x:' || hex($column) ELSE 't:' || $column END";
    }

    public function isMissing(Problem $problem): bool
    {
        return preg_match('/^no such (?:table|index|view|trigger)/i', $problem->text) === 1;
    }

    public function isLost(Problem $problem): bool
    {
        return false;
    }

    public function types(): array
    {
        return ['long' => 'LONGTEXT'] + parent::types();
    }

    public function quote(string $name): string
    {
        // A closing bracket cannot be escaped inside brackets.
        return str_contains($name, ']') ? parent::quote($name) : "[$name]";
    }
}
