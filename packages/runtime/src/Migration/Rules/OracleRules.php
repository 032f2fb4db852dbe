<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration\Rules;

use Orm\Runtime\Migration\Problem;
use Orm\Runtime\Migration\Rules;

final class OracleRules extends Rules
{
    public function isForSession(string $statement): bool
    {
        return preg_match('/^ALTER\s+SESSION\b/i', $statement) === 1;
    }

    /** Mode 6 is exclusive; 4 means that this session already holds the lock. */
    public function lock(string $table): array
    {
        $id = "DBMS_UTILITY.GET_HASH_VALUE({$this->literal("orm:$table")}, 0, 1073741823)";

        return [
            'take' => "SELECT CASE WHEN DBMS_LOCK.REQUEST($id, 6, 0) IN (0, 4) THEN 1 ELSE 0 END AS \"taken\""
                . ' FROM dual',
            'release' => "SELECT DBMS_LOCK.RELEASE($id) AS \"released\" FROM dual",
        ];
    }

    public function timeouts(int $lock, ?int $statement): array
    {
        return [["ALTER SESSION SET ddl_lock_timeout = $lock"]];
    }

    public function isDoneAlready(Problem $problem, string $statement): bool
    {
        return in_array($problem->number, [904, 942, 955, 1418, 1430, 2289, 2443], true);
    }

    public function isThere(Problem $problem): bool
    {
        return in_array($problem->number, [955, 1408, 1430, 2260, 2264, 2275], true);
    }

    public function isMissing(Problem $problem): bool
    {
        return $problem->number === 942 || $problem->number === 2289;
    }

    public function isLost(Problem $problem): bool
    {
        return in_array($problem->number, [28, 1089, 3113, 3114, 3135, 12537], true);
    }

    public function types(): array
    {
        return ['version' => 'NUMBER', 'text' => 'NVARCHAR2', 'number' => 'NUMBER', 'long' => 'CLOB'];
    }

    /** Quotes only names that need it, because quoted names become case-sensitive for everybody. */
    public function quote(string $name): string
    {
        return preg_match('/^[A-Za-z][A-Za-z0-9_$#]*$/D', $name) === 1 ? $name : parent::quote($name);
    }
}
