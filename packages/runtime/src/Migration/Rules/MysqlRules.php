<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration\Rules;

use Orm\Runtime\Migration\Problem;
use Orm\Runtime\Migration\Rules;

final class MysqlRules extends Rules
{
    // A table, column, key, foreign key, check, trigger or routine already exists.
    private const THERE = [1022, 1050, 1060, 1061, 1068, 1304, 1359, 1826, 3822];
    // The object of a DROP does not exist.
    private const GONE = [1051, 1091, 1305, 1360];

    // Excludes ENUM and SET, which sort by position, TIMESTAMP, which repeats an hour once a year, and inexact numbers.
    private const NUMBERS = '/^(?:(?:tiny|small|medium|big)?int|decimal|year)$/D';
    private const BYTES = '/^(?:(?:var)?binary|(?:tiny|medium|long)?blob)$/D';
    private const TEXTS = '/^(?:(?:var)?char|(?:tiny|medium|long)?text|date|datetime|time|uuid|inet4|inet6)$/D';

    /** Keeps row changes together with their entry; DDL commits implicitly. */
    public function beginStatement(): string
    {
        return 'START TRANSACTION';
    }

    public function refusesTransaction(Problem $problem): bool
    {
        return $problem->number === 1568;
    }

    public function isForSession(string $statement): bool
    {
        $session = '/^(?:USE\b|SET\s+(?!(?:@@)?(?:GLOBAL|PERSIST|PERSIST_ONLY)\b|PASSWORD\b))/i';

        return preg_match($session, $statement) === 1;
    }

    public function place(string $table): string
    {
        return "SELECT DATABASE() AS home, CONCAT('USE `', REPLACE(DATABASE(), '`', '``'), '`') AS back";
    }

    /** Lock names are valid for the whole server, and at most 64 characters long. */
    public function lock(string $table): array
    {
        $name = "CONCAT('orm:', MD5(CONCAT(DATABASE(), '.', {$this->literal($table)})))";

        return ['take' => "SELECT GET_LOCK($name, 0) AS taken", 'release' => "SELECT RELEASE_LOCK($name)"];
    }

    public function settings(): array
    {
        return ["SET SESSION sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES')"];
    }

    public function timeouts(int $lock, ?int $statement): array
    {
        $timeouts = [
            ["SET SESSION lock_wait_timeout = $lock"],
            ["SET SESSION innodb_lock_wait_timeout = $lock"],
        ];
        if ($statement !== null) {
            // MariaDB has the first setting, MySQL the second, which applies only to SELECT.
            $milliseconds = $statement * 1000;
            $timeouts[] = [
                "SET SESSION max_statement_time = $statement",
                "SET SESSION max_execution_time = $milliseconds",
            ];
        }

        return $timeouts;
    }

    public function hasStatementTimeout(): bool
    {
        return true;
    }

    public function isDoneAlready(Problem $problem, string $statement): bool
    {
        return preg_match('/^(?:CREATE|ALTER|DROP|RENAME)\b/i', $statement) === 1
            && ($this->isThere($problem)
                || in_array($problem->number, self::GONE, true)
                || (in_array($problem->number, [1054, 1146], true)
                    && preg_match('/\b(?:RENAME|CHANGE)\b/i', $statement) === 1));
    }

    public function isThere(Problem $problem): bool
    {
        return in_array($problem->number, self::THERE, true)
            // A foreign key with that name already exists.
            || ($problem->number === 1005 && preg_match('/\b121\b/', $problem->text) === 1);
    }

    public function typeQuery(array $table, string $column): string
    {
        $schema = count($table) > 1 ? $this->literal($table[0]) : 'DATABASE()';

        return "SELECT LOWER(DATA_TYPE) AS type FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = $schema"
            . " AND TABLE_NAME = {$this->literal(end($table))} AND COLUMN_NAME = {$this->literal($column)}";
    }

    public function keyValue(string $column, string $type): ?string
    {
        return match (true) {
            preg_match(self::NUMBERS, $type) === 1 => "CONCAT('n:', $column)",
            preg_match(self::BYTES, $type) === 1 => "CONCAT('b:', HEX($column))",
            preg_match(self::TEXTS, $type) === 1 => "CONCAT('t:', $column)",
            default => null,
        };
    }

    public function isMissing(Problem $problem): bool
    {
        return $problem->number === 1051 || $problem->number === 1146;
    }

    public function isLost(Problem $problem): bool
    {
        return in_array($problem->number, [1053, 1077, 1927, 2006, 2013, 4031], true);
    }

    public function types(): array
    {
        return ['long' => 'LONGTEXT'] + parent::types();
    }

    public function tableOptions(): string
    {
        return ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4';
    }

    public function widenVersion(string $table, string $version): string
    {
        return "ALTER TABLE $table MODIFY $version BIGINT NOT NULL";
    }

    public function quote(string $name): string
    {
        return '`' . str_replace('`', '``', $name) . '`';
    }

    public function literal(string $text): string
    {
        return parent::literal(str_replace('\\', '\\\\', $text));
    }
}
