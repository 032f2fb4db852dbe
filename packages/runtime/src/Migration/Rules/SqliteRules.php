<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration\Rules;

use Orm\Runtime\Migration\Problem;
use Orm\Runtime\Migration\Rules;

/** There is no lock but that of a transaction, so each migration begins with it and looks again at what is applied. */
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

    /** Silently ignored inside a transaction. */
    public function isOutside(string $statement): bool
    {
        return preg_match('/^PRAGMA\b/i', $statement) === 1;
    }

    public function referencesQuery(string $statement): ?string
    {
        $off = '/^PRAGMA\s+foreign_keys\s*=\s*(?:OFF|0|no|false)\b/i';

        return preg_match($off, $statement) === 1 ? 'PRAGMA foreign_key_check' : null;
    }

    public function isBusy(Problem $problem): bool
    {
        return $problem->number === 5;
    }

    public function timeouts(int $lock, ?int $statement): array
    {
        return [['PRAGMA busy_timeout = ' . $lock * 1000]];
    }

    public function isMissing(Problem $problem): bool
    {
        return preg_match('/^no such (?:table|index|view|trigger)/i', $problem->text) === 1;
    }

    public function isLost(Problem $problem): bool
    {
        return false;
    }

    public function quote(string $name): string
    {
        return '[' . $name . ']';
    }
}
