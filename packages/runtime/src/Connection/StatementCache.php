<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Orm;
use PDOStatement;
use WeakMap;

use function count;
use function strlen;

/**
 * The prepared statements that a connection keeps to use them again, without the values that were bound to them. Each
 * takes memory of the process and of the server, which limits the number of all that its clients have; so both their
 * number and the length of their SQL are limited, and those that were not used for long are freed first.
 *
 * To find these, there are two lists. New statements, and those that are used, are in the first. When the second is
 * empty and one must go, the first becomes the second; what is used after that comes back. So a statement of the first
 * list can be used without noting it.
 *
 * @internal
 */
final class StatementCache
{
    private const MOST = 200;

    /** How much SQL is kept at most, in bytes. A prepared statement needs up to forty times as much. */
    private const MOST_BYTES = 150_000;

    /** Longer statements contain lists of values of different lengths, and are not executed again. */
    private const LONGEST = 10_000;

    /** How many of them may be shared, which are never idle. */
    private const MOST_SHARED = 100;

    /**
     * Idle statements by their SQL. A statement is taken out while it is in use, so that two readers never share a
     * cursor, and comes back at the end. Only callers that ConnectionWrapper::useStatement() is for take one and leave
     * it here.
     *
     * @internal to be read only
     * @var array<string, PDOStatement|StatementInterface>
     */
    public array $idle = [];

    /** @var array<string, PDOStatement|StatementInterface> those that were not used lately */
    private array $older = [];

    /** @var array<string, StatementWrapper> what prepare() gives for the same SQL again */
    private array $shared = [];

    /** The length of the SQL of all idle statements. */
    private int $bytes = 0;

    /** @var WeakMap<self, true>|null those of all connections, of the application too */
    private static ?WeakMap $all = null;

    public function __construct()
    {
        self::$all ??= new WeakMap();
        self::$all[$this] = true;
    }

    /** Frees the statements of all connections: the log of queries needs statements of another class, or no longer. */
    public static function clearAll(): void
    {
        foreach (self::$all ?? [] as $cache => $_) {
            $cache->clear();
        }
    }

    /** The idle statement with this SQL, which stays here. */
    public function find(string $sql): PDOStatement|StatementInterface|null
    {
        if (isset($this->older[$sql])) {
            $this->idle[$sql] = $this->older[$sql];
            unset($this->older[$sql]);
        }

        return $this->idle[$sql] ?? null;
    }

    /** The same, which is not idle any more. */
    public function take(string $sql): PDOStatement|StatementInterface|null
    {
        $statement = $this->find($sql);
        $this->remove($sql);

        return $statement;
    }

    public function keep(string $sql, PDOStatement|StatementInterface $statement): void
    {
        if (strlen($sql) > self::LONGEST || $this->find($sql) !== null) {
            return;
        }
        if ($statement instanceof PDOStatement && Orm::$connections?->queryLog !== null) {
            // It was prepared before the log was switched on, and would not be recorded.
            return;
        }
        $this->idle[$sql] = $statement;
        $this->bytes += strlen($sql);
        while ($this->bytes > self::MOST_BYTES || $this->count() > self::MOST) {
            $this->removeOldest();
        }
    }

    /** @param callable(): StatementWrapper $prepare */
    public function share(string $sql, callable $prepare): StatementWrapper
    {
        $statement = $this->shared[$sql] ?? $prepare();
        unset($this->shared[$sql]);
        $this->shared[$sql] = $statement;
        if (count($this->shared) > self::MOST_SHARED) {
            unset($this->shared[array_key_first($this->shared)]);
        }
        if ($this->count() > self::MOST) {
            $this->removeOldest();
        }

        return $statement;
    }

    public function remove(string $sql): void
    {
        if (isset($this->idle[$sql]) || isset($this->older[$sql])) {
            unset($this->idle[$sql], $this->older[$sql]);
            $this->bytes -= strlen($sql);
        }
    }

    public function clear(): void
    {
        $this->idle = $this->older = $this->shared = [];
        $this->bytes = 0;
    }

    public function count(): int
    {
        return count($this->idle) + count($this->older) + count($this->shared);
    }

    /** @return list<PDOStatement> the handles of the driver that are kept here */
    public function handles(): array
    {
        return array_values(array_filter(
            [...array_values($this->idle), ...array_values($this->older)],
            static fn (object $statement): bool => $statement instanceof PDOStatement,
        ));
    }

    private function removeOldest(): void
    {
        if ($this->older === []) {
            [$this->older, $this->idle] = [$this->idle, []];
        }
        $this->remove((string) array_key_first($this->older));
    }
}
