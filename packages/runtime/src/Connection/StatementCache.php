<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDOStatement;

/**
 * Idle prepared statements of a connection by their SQL text, the longest unused first.
 *
 * A statement is taken out while it is in use, so two readers never share a cursor; putting it back makes it the
 * youngest, so dropping the first one is dropping the least recently used.
 */
final class StatementCache
{
    /** @var array<string, PDOStatement|StatementInterface> */
    private array $idle = [];

    public function __construct(private int $limit = 256)
    {
    }

    public function take(string $sql): PDOStatement|StatementInterface|null
    {
        $statement = $this->idle[$sql] ?? null;
        unset($this->idle[$sql]);

        return $statement;
    }

    public function put(string $sql, PDOStatement|StatementInterface $statement): void
    {
        if (count($this->idle) >= $this->limit) {
            unset($this->idle[array_key_first($this->idle)]);
        }
        $this->idle[$sql] = $statement;
    }

    public function clear(): void
    {
        $this->idle = [];
    }

    public function count(): int
    {
        return count($this->idle);
    }
}
