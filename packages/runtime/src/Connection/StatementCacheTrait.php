<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDOStatement;

use function strlen;

/**
 * The prepared statements of a connection that can be used again. They keep no values: whoever gives one back has
 * called forgetValues().
 */
trait StatementCacheTrait
{
    /**
     * How much SQL is kept at most, in bytes. A prepared statement needs about fifteen times as much: long ones are
     * lists of parameters.
     */
    private const MAX_BYTES = 500_000;

    /** Longer statements have a list of values of some length in them, and will not come again. */
    private const MAX_LENGTH = 20_000;

    /**
     * Prepared statements that nobody uses now by their SQL, the longest unused first. One is taken out while it is in
     * use, so two readers never share a cursor; coming back makes it the youngest.
     *
     * @var array<string, PDOStatement|StatementInterface>
     */
    private array $idleStatements = [];

    /** The length of the SQL of all idle statements. */
    private int $idleBytes = 0;

    /** @var array<string, StatementWrapper> */
    private array $preparedStatements = [];

    /**
     * An idle prepared statement for the SQL: from the cache, else a new one. Give it back with releaseStatement()
     * when all rows are read; a statement that is not given back is simply prepared again next time.
     */
    public function acquireStatement(string $sql): PDOStatement|StatementInterface
    {
        $statement = $this->idleStatements[$sql] ?? null;
        if ($statement !== null) {
            unset($this->idleStatements[$sql]);
            $this->idleBytes -= strlen($sql);

            return $statement;
        }

        return $this->isInDebugMode() ? $this->newStatement($sql, []) : $this->connection->prepare($sql);
    }

    public function releaseStatement(string $sql, PDOStatement|StatementInterface $statement): void
    {
        $length = strlen($sql);
        if ($length > self::MAX_LENGTH || $this->ended !== null || isset($this->idleStatements[$sql])) {
            return;
        }
        $this->idleStatements[$sql] = $statement;
        $this->idleBytes += $length;
        while ($this->idleBytes > self::MAX_BYTES) {
            $this->forgetStatement((string) array_key_first($this->idleStatements));
        }
    }

    /**
     * The same for those who are done with the statement before any code of an application can run, so that nobody
     * else can want it meanwhile: it stays where it is. Whoever sees it fail calls forgetStatement().
     */
    public function useStatement(string $sql): PDOStatement|StatementInterface
    {
        $statement = $this->idleStatements[$sql] ?? null;
        if ($statement === null || $this->idleBytes > self::MAX_BYTES / 2) {
            // Only when some may have to go does it matter which one was used last.
            $statement = $this->acquireStatement($sql);
            $this->releaseStatement($sql, $statement);
        }

        return $statement;
    }

    /** A statement that failed is prepared again next time: what it was prepared for may be gone. */
    public function forgetStatement(string $sql): void
    {
        if (isset($this->idleStatements[$sql])) {
            unset($this->idleStatements[$sql]);
            $this->idleBytes -= strlen($sql);
        }
    }

    public function clearStatementCache(): void
    {
        $this->idleStatements = [];
        $this->idleBytes = 0;
        $this->preparedStatements = [];
    }
}
