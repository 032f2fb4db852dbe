<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\Util\FastPaths;

/**
 * Keeps the SQL of plain queries: two queries of one shape differ only in the values that are bound, so the text is
 * made once. A shape is plain if it has nothing but simple conditions, joins along relations, an order and a limit.
 *
 * @internal
 */
final class ShapeCache
{
    /** More shapes than this come from SQL that is different each time, and are not worth keeping. */
    private const LIMIT = 500;

    /** @var array<string, string> */
    private static array $sql = [];

    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param list<string>|string $columns
     */
    public static function select(ModelCriteria $query, array &$params, array|string $columns, ?int $limit): string
    {
        $key = FastPaths::$enabled && is_string($columns) ? self::keyOf($query, $params) : null;
        if ($key === null) {
            $params = [];

            return SelectBuilder::build($query, $params, $columns, $limit);
        }
        $key .= '|' . $limit;
        $sql = self::$sql[$key] ?? null;
        if ($sql === null) {
            $params = [];
            $sql = SelectBuilder::build($query, $params, $columns, $limit);
            if (count(self::$sql) >= self::LIMIT) {
                self::$sql = [];
            }
            self::$sql[$key] = $sql;
        }

        return $sql;
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    private static function keyOf(ModelCriteria $query, array &$params): ?string
    {
        if (!$query->hasPlainShape()) {
            return null;
        }
        $key = $query->getAdapter()::class . '|' . $query->getModelName();
        foreach ($query->getMap() as $criterion) {
            if ($criterion::class !== BasicCriterion::class || !$criterion->isPlain()) {
                return null;
            }
            $column = $criterion->getColumn();
            $table = $criterion->getTable();
            $key .= '|' . $table . '.' . $column . $criterion->getComparison();
            $params[] = ['table' => $table, 'column' => $column, 'value' => $criterion->getValue()];
        }
        foreach ($query->getJoins() as $name => $join) {
            if (!$join instanceof ModelJoin || !$join->isPlain()) {
                return null;
            }
            $key .= '|' . $name . ' ' . $join->getJoinType();
        }
        foreach ($query->getWith() as $name => $with) {
            $key .= '|+' . $name;
        }

        return $key . '|' . implode(',', $query->getOrderByColumns()) . '|' . $query->getLimit()
            . '|' . $query->getOffset();
    }
}
