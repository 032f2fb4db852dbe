<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\QueryCache;

/**
 * The SQL of a query, from the cache or new, with what is bound to it.
 *
 * @internal
 */
final class CachedSql
{
    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param string|null $entry to be stored when the statement has worked
     * @param string|null $kept what the cache has of it then
     */
    private function __construct(
        public readonly string $key,
        public readonly string $sql,
        public readonly array $params,
        public readonly ?string $entry,
        public readonly ?string $kept,
    ) {
    }

    /** @param callable(array<mixed>&): string $build makes the SQL and gives the values */
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
     * A text, so that every backend can keep it; null if values are not bound as they are in the query.
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
