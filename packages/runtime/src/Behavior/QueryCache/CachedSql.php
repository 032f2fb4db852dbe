<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\QueryCache;

/**
 * The SQL of a query, cached or new, with its bound values.
 *
 * @internal
 */
final class CachedSql
{
    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param string|null $entry the entry to store after the statement has succeeded
     * @param string|null $kept the content of the cache entry after that
     */
    private function __construct(
        public readonly string $key,
        public readonly string $sql,
        public readonly array $params,
        public readonly ?string $entry,
        public readonly ?string $kept,
    ) {
    }

    /** @param callable(array<mixed>&): string $build builds the SQL and sets the values */
    public static function of(string $key, QueryShape $shape, mixed $entry, callable $build): self
    {
        $signature = $shape->signature();
        if ($signature === null) {
            $params = [];

            return new self($key, $build($params), $params, null, null);
        }
        $known = is_string($entry) ? json_decode($entry, true) : null;
        if (is_array($known) && ($known['signature'] ?? null) === $signature) {
            $params = $known['params'];
            foreach ($shape->values as $i => $value) {
                $params[$i]['value'] = $value;
            }

            return new self($key, $known['sql'], $params, null, $entry);
        }
        $params = [];
        $sql = $build($params);

        $new = self::entryOf($signature, $shape, $sql, $params);

        return new self($key, $sql, $params, $new, $new);
    }

    /**
     * Returns the cache entry as a string, which every backend can store; null if the bound values are not those of the
     * query.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    private static function entryOf(string $signature, QueryShape $shape, string $sql, array $params): ?string
    {
        if (array_column($params, 'value') !== $shape->values) {
            return null;
        }
        foreach ($params as $i => $_) {
            $params[$i]['value'] = null;
        }
        $entry = json_encode(['sql' => $sql, 'signature' => $signature, 'params' => $params]);

        return $entry === false ? null : $entry;
    }
}
