<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration\Rules;

use Orm\Runtime\Migration\Problem;
use Orm\Runtime\Migration\Rules;

final class MssqlRules extends Rules
{
    public function begin(): string
    {
        return 'BEGIN TRANSACTION';
    }

    public function refusesTransaction(Problem $problem): bool
    {
        return $problem->number === 574 || $problem->number === 226;
    }

    public function isForSession(string $statement): bool
    {
        return preg_match('/^(?:SET|USE)\b/i', $statement) === 1;
    }

    public function lock(string $table): array
    {
        $resource = parent::literal("orm:$table");

        return [
            'take' => "DECLARE @taken INT; EXEC @taken = sp_getapplock @Resource = $resource, "
                . "@LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0; "
                . 'SELECT CASE WHEN @taken >= 0 THEN 1 ELSE 0 END AS taken',
            'release' => "EXEC sp_releaseapplock @Resource = $resource, @LockOwner = 'Session'",
        ];
    }

    public function timeouts(int $lock, ?int $statement): array
    {
        return [['SET LOCK_TIMEOUT ' . $lock * 1000]];
    }

    public function isDoneAlready(Problem $problem, string $statement): bool
    {
        return in_array($problem->number, [1913, 2705, 2714, 3701, 3728, 4924], true);
    }

    public function isThere(Problem $problem): bool
    {
        return in_array($problem->number, [1779, 1913, 2705, 2714], true);
    }

    public function isMissing(Problem $problem): bool
    {
        return $problem->number === 3701 || $problem->number === 208;
    }

    public function isLost(Problem $problem): bool
    {
        return str_starts_with($problem->state, '08');
    }

    public function types(): array
    {
        return ['version' => 'BIGINT', 'text' => 'VARCHAR', 'number' => 'INT', 'long' => 'VARCHAR(MAX)'];
    }

    public function quote(string $name): string
    {
        return '[' . str_replace(']', ']]', $name) . ']';
    }

    public function literal(string $text): string
    {
        return 'N' . parent::literal($text);
    }
}
