<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/**
 * The prepared statements that are no longer needed while a PostgreSQL transaction is aborted. The server rejects
 * deallocating them then. The driver, which does this when the object is destroyed, does not retry, so they would stay
 * on the server as long as the connection. The objects are therefore destroyed after the next successful statement,
 * which is the rollback.
 *
 * @internal
 */
final class PgsqlLeftovers
{
    /** Whether a statement has failed and none has succeeded since. */
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
