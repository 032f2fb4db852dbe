<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Orm;
use PDOStatement;
use WeakMap;

use function count;
use function strlen;

/**
 * The prepared statements that a connection caches for reuse, without their bound values. Each takes memory in the
 * process and on the server, which limits the number of statements of all clients. The number of cached statements and
 * the length of their SQL are therefore limited, and the least recently used are freed first.
 *
 * Two lists implement this. New and used statements are in the first one. When a statement must be freed and the second
 * list is empty, the first list becomes the second; statements used after that move back. A statement in the first list
 * can therefore be used without recording it.
 *
 * @internal
 */
final class StatementCache
{
    private const MOST = 200;

    /** The maximum length of all cached SQL, in bytes. A prepared statement needs up to forty times as much memory. */
    private const MOST_BYTES = 150_000;

    /** The maximum length of a statement. Longer ones contain lists of varying length and are rarely run again. */
    private const LONGEST = 10_000;

    /** The maximum number of shared statements, which are never idle. */
    private const MOST_SHARED = 100;

    /**
     * Idle statements by SQL. A statement is removed while it is in use, so that two readers never share a cursor, and
     * added again afterwards. Only callers of ConnectionWrapper::useStatement() use a statement while it stays in this
     * list.
     *
     * @internal read-only
     * @var array<string, PDOStatement|StatementInterface>
     */
    public array $idle = [];

    /** @var array<string, PDOStatement|StatementInterface> statements that were not used recently */
    private array $older = [];

    /** @var array<string, StatementWrapper> statements that prepare() returns again for the same SQL */
    private array $shared = [];

    /** The length of the SQL of all idle statements. */
    private int $bytes = 0;

    /** @var WeakMap<self, true>|null the caches of all connections, including those of the application */
    private static ?WeakMap $all = null;

    public function __construct()
    {
        self::$all ??= new WeakMap();
        self::$all[$this] = true;
    }

    /**
     * Clears the caches of all connections. When the query log is switched on or off, statements need another class.
     */
    public static function clearAll(): void
    {
        foreach (self::$all ?? [] as $cache => $_) {
            $cache->clear();
        }
    }

    /** Returns the idle statement for this SQL, which stays in the cache. */
    public function find(string $sql): PDOStatement|StatementInterface|null
    {
        if (isset($this->older[$sql])) {
            $this->idle[$sql] = $this->older[$sql];
            unset($this->older[$sql]);
        }

        return $this->idle[$sql] ?? null;
    }

    /** Removes the idle statement for this SQL from the cache and returns it. */
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
            // The statement was prepared before the log was switched on, so it would not be recorded.
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

    /** @return list<PDOStatement> the driver's handles in this cache */
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
