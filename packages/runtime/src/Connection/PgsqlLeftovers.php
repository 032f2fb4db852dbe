<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/**
 * The prepared statements that are not needed any more while a transaction of PostgreSQL is aborted. The server refuses
 * to deallocate them then, and the driver, which does so when the object is destroyed, does not try again: they would
 * stay on the server as long as the connection. So the objects are destroyed after the next statement that succeeds,
 * which is the rollback.
 *
 * @internal
 */
final class PgsqlLeftovers
{
    /** Whether a statement has failed, and none has succeeded since. */
    public bool $isGivenUp = false;

    /** @var list<PgsqlStatement> */
    private array $statements = [];

    public function statementFailed(): void
    {
        $this->isGivenUp = true;
    }

    public function statementSucceeded(): void
    {
        $this->isGivenUp = false;
        $this->statements = [];
    }

    public function take(PgsqlStatement $statement): void
    {
        if ($this->isGivenUp) {
            $this->statements[] = $statement;
        }
    }
}
