<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDOStatement;
use ReflectionMethod;

use function count;
use function is_int;
use function strlen;

/** The prepared statements of a connection that can be used again. They keep no values. */
trait StatementCacheTrait
{
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
     * Whether it is of use to keep statements; null: not known yet. A driver that puts values into statements itself
     * prepares nothing, and keeps the text with the values.
     */
    private ?bool $keepsStatements = null;

    /** @var array<class-string, bool> what hasOwnPrepare() says of a class */
    private static array $ownPrepare = [];

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

        if ($this->hasOwnPrepare()) {
            return $this->prepare($sql);
        }

        return $this->isInDebugMode() ? $this->newStatement($sql, []) : $this->connection->prepare($sql);
    }

    /** @param array<int|string, mixed> $bound what was bound, as execute() takes it */
    public function releaseStatement(string $sql, PDOStatement|StatementInterface $statement, array $bound = []): void
    {
        if ($bound !== []) {
            self::forgetValues($statement, $bound);
        }
        $length = strlen($sql);
        if (
            $length > self::MAX_LENGTH || isset($this->idleStatements[$sql])
            || ($this->transactions !== null && $this->transactions->ended !== null)
        ) {
            return;
        }
        if ($this->keepsStatements ?? $this->learnWhetherToKeepStatements()) {
            $this->idleStatements[$sql] = $statement;
            $this->idleBytes += $length;
            while ($this->idleBytes > self::MAX_BYTES) {
                $this->forgetStatement((string) array_key_first($this->idleStatements));
            }
        }
    }

    /**
     * Makes a statement forget what was bound to it: a secret must not stay in memory, nor a large value. To be called
     * when its cursor is closed.
     *
     * @internal
     * @param array<int|string, mixed> $bound as execute() takes it
     */
    public static function forgetValues(PDOStatement|StatementInterface $statement, array $bound): void
    {
        if ($statement instanceof StatementWrapper) {
            $statement->forgetValues($bound);

            return;
        }
        foreach ($bound as $parameter => $value) {
            if (!is_int($value) && $value !== null) {
                $statement->bindValue(is_int($parameter) ? $parameter + 1 : $parameter, null);
            }
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
        $this->keepsStatements = null;
        $this->idleStatements = [];
        $this->idleBytes = 0;
        $this->preparedStatements = [];
    }

    /** What prepare() gives for the same SQL again, if the connection is to do that. */
    private function preparedStatement(string $sql, array $driverOptions): StatementWrapper
    {
        $statement = $this->preparedStatements[$sql] ??= $this->newStatement($sql, $driverOptions);
        if (count($this->preparedStatements) > self::MAX_PREPARED) {
            unset($this->preparedStatements[array_key_first($this->preparedStatements)]);
        }

        return $statement;
    }

    private function learnWhetherToKeepStatements(): bool
    {
        return $this->keepsStatements = !$this->hasOwnPrepare()
            && (!$this->connection instanceof PdoConnection || !$this->connection->emulates());
    }

    /** Whether a class of the application wants to see each statement: it overrides prepare(). */
    private function hasOwnPrepare(): bool
    {
        return self::$ownPrepare[static::class]
            ??= dirname((string) (new ReflectionMethod($this, 'prepare'))->getFileName()) !== __DIR__;
    }
}
