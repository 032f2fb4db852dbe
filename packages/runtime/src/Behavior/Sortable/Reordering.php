<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;

/**
 * Gives many rows the ranks that an application wants; the other members of their lists keep their order in the ranks
 * that are left.
 *
 * @internal
 */
final class Reordering
{
    /** How many keys one SELECT asks for. */
    private const CHUNK = 10000;

    /** @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query what rows may be reordered */
    public function __construct(
        private readonly RankedTable $table,
        private readonly ConnectionInterface $con,
        private readonly ModelCriteria $query,
    ) {
    }

    /**
     * @param array<mixed> $order `key => rank`, for composite keys `hash => rank` or a list of `[key, rank]`
     * @return array<int|string, array{mixed, mixed, ?int}> key, rank and rank as a number, by the text of its key
     */
    public static function entries(RankedTable $table, array $order): array
    {
        $entries = [];
        $composite = count($table->keys) > 1;
        foreach ($order as $key => $rank) {
            if (is_array($rank)) {
                [$key, $rank] = array_values($rank) + [null, null];
            } elseif ($composite) {
                $parts = is_string($key) ? @unserialize($key, ['allowed_classes' => false]) : false;
                $key = is_array($parts) ? $parts : throw new OrmException(
                    'The keys of reorder() must be hashes of composite keys; or give a list of [key, rank]',
                );
            }
            $parts = is_array($key) ? array_values($key) : [$key];
            if (count($parts) === count($table->keys) && !in_array(null, $parts, true)) {
                $entries[$table->keyText($parts)] = [$key, $rank, is_int($rank) ? $rank : Rank::integer($rank)];
            }
        }

        return $entries;
    }

    /** @param array<int|string, array{mixed, mixed, ?int}> $wanted */
    public function apply(array $wanted): void
    {
        $lists = $this->lockedLists($wanted);
        $partial = [];
        foreach ($lists as $identity => $rows) {
            if (!self::isPermutation($rows, $wanted)) {
                $partial[$identity] = $rows;
            }
        }
        $changes = [];
        foreach (array_diff_key($lists, $partial) as $rows) {
            foreach ($rows as $hash => [$key, $rank]) {
                $changes[$hash] = [$key, $rank, (int) $wanted[$hash][2]];
            }
        }
        $this->completePartial($partial, $wanted, $changes);
        $changes = array_filter($changes, static fn (array $change): bool => $change[1] !== $change[2]);
        if ($changes === []) {
            return;
        }
        $max = $this->table->unique ? $this->highestRank($lists) : 0;
        (new RankRewriter($this->table, $this->con))->assign(array_values($changes), $max);
        $this->table->written($this->con);
        $this->tellPool($changes, $lists);
    }

    /**
     * The rows to reorder by list, read while no other connection can write these lists.
     *
     * @param array<int|string, array{mixed, mixed, ?int}> $wanted
     * @return array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> rows by the text of its key
     */
    private function lockedLists(array $wanted): array
    {
        $this->table->prepareLocks($this->con);
        $guess = $this->table->scopes === [] ? [[]] : $this->probableScopes($wanted);

        return $this->table->lockAndRead($this->con, $guess, function () use ($wanted): array {
            $lists = $this->read($wanted);

            return [$lists, array_values(array_map(static fn (array $rows): array => reset($rows)[2], $lists))];
        });
    }

    /**
     * The list of the first row: most often all rows are in it, and need to be read only once when it is locked.
     *
     * @param array<int|string, array{mixed, mixed, ?int}> $wanted
     * @return list<list<mixed>>
     */
    private function probableScopes(array $wanted): array
    {
        $key = reset($wanted)[0];
        $row = (new ListStatements($this->table, $this->con))->row(array_values((array) $key));

        return $row === null ? [] : [$row[1]];
    }

    /**
     * @param array<int|string, array{mixed, mixed, ?int}> $wanted
     * @return array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>>
     */
    private function read(array $wanted): array
    {
        $table = $this->table;
        $columns = [];
        foreach ([...$table->keyColumns, $table->rankColumn, ...$table->scopeColumns] as $column) {
            $columns[] = $this->query->getAliasedColName($column->getFullyQualifiedName());
        }
        $count = count($table->keys);
        $one = count($table->scopes) === 1;
        $lists = $known = [];
        foreach (array_chunk($wanted, $count > 1 ? 500 : self::CHUNK) as $chunk) {
            $query = $this->withKeys(array_column($chunk, 0));
            $params = [];
            $sql = SqlContext::select($query, $params, $columns) . $table->readLock($this->con);
            foreach (StatementRunner::run($query, $this->con, $sql, $params, Statement::ROWS) as $row) {
                $rank = $row[$count] === null ? null : (int) $row[$count];
                foreach ($row as $i => $value) {
                    $row[$i] = is_resource($value) ? stream_get_contents($value) : $value;
                }
                $raw = $one && is_int($row[$count + 1]) ? $row[$count + 1] : serialize(array_slice($row, $count + 1));
                [$identity, $scope] = $known[$raw] ??= $this->listOf(array_slice($row, $count + 1));
                $key = $table->key(array_slice($row, 0, $count));
                $lists[$identity][$table->keyText($key)] = [$key, $rank, $scope];
            }
        }

        return $lists;
    }

    /**
     * @param list<mixed> $values of the scope columns, as the driver gives them
     * @return array{string, list<mixed>} the identity of the list, and its scope
     */
    private function listOf(array $values): array
    {
        $scope = [];
        foreach (array_keys($this->table->scopeColumns) as $i) {
            $scope[] = $this->table->stored($i, $values[$i]);
        }

        return [$this->table->identity($scope), $scope];
    }

    /**
     * The query for rows of these keys. Whole numbers stand in the SQL itself: thousands of values that are bound one
     * by one take longer than all the rest.
     *
     * @param list<mixed> $keys
     */
    private function withKeys(array $keys): ModelCriteria
    {
        $query = (clone $this->query)->clearOrderByColumns();
        $column = $this->table->keyColumns[0];
        $isInteger = in_array($column->getType(), ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'], true);
        if (!$isInteger || count($this->table->keys) > 1) {
            return $query->filterByPrimaryKeys($keys);
        }
        $name = $query->getAliasedColName($column->getFullyQualifiedName());
        $quoted = SqlContext::nameInQuery($query, $name);
        $list = implode(', ', array_map(intval(...), $keys));

        return $query->addAnd(new CustomCriterion($query, $quoted . ' IN (' . $list . ')'), null, null, false);
    }

    /**
     * Whether the rows only change places among themselves, so that the others need not be known.
     *
     * @param array<int|string, array{list<mixed>, ?int, list<mixed>}> $rows
     * @param array<int|string, array{mixed, mixed, ?int}> $wanted
     */
    private static function isPermutation(array $rows, array $wanted): bool
    {
        $before = $after = [];
        foreach ($rows as $hash => [, $rank]) {
            $before[$rank ?? ''] = true;
            $after[$wanted[$hash][2] ?? ''] = true;
        }

        return count($before) === count($rows) && count($after) === count($rows)
            && !isset($before['']) && array_diff_key($before, $after) === [];
    }

    /**
     * @param array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> $lists
     * @param array<int|string, array{mixed, mixed, ?int}> $wanted
     * @param array<int|string, array{list<mixed>, ?int, int}> $changes
     */
    private function completePartial(array $lists, array $wanted, array &$changes): void
    {
        if ($lists === []) {
            return;
        }
        $members = array_fill_keys(array_keys($lists), []);
        $statements = new ListStatements($this->table, $this->con);
        $scopes = array_values(array_map(static fn (array $rows): array => reset($rows)[2], $lists));
        foreach ($statements->members($scopes) as [$key, $rank, $scope]) {
            $members[$this->table->identity($scope)][$this->table->keyText($key)] = [$key, $rank];
        }
        foreach ($lists as $identity => $rows) {
            $changes += self::placed($rows, $members[$identity], $wanted);
        }
    }

    /** @param array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> $lists */
    private function highestRank(array $lists): int
    {
        $scopes = array_values(array_map(static fn (array $rows): array => reset($rows)[2], $lists));

        return (new ListStatements($this->table, $this->con))->bounds($scopes)[1];
    }

    /**
     * @param array<int|string, array{list<mixed>, ?int, list<mixed>}> $listed
     * @param array<int|string, array{list<mixed>, ?int}> $members
     * @param array<int|string, array{mixed, mixed, ?int}> $wanted
     * @return array<int|string, array{list<mixed>, ?int, int}>
     */
    private static function placed(array $listed, array $members, array $wanted): array
    {
        $size = count($members + $listed);
        $taken = [];
        $placed = [];
        foreach ($listed as $hash => [$key, $before]) {
            $rank = Rank::within($wanted[$hash][1], $size);
            if (isset($taken[$rank])) {
                throw new OrmException(sprintf('Duplicate rank %d', $rank));
            }
            $taken[$rank] = true;
            $placed[$hash] = [$key, $before, $rank];
        }
        $next = 1;
        foreach (array_diff_key($members, $listed) as $hash => [$key, $before]) {
            while (isset($taken[$next])) {
                $next++;
            }
            $placed[$hash] = [$key, $before, $next++];
        }

        return $placed;
    }

    /**
     * @param array<int|string, array{list<mixed>, ?int, int}> $changes
     * @param array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> $lists
     */
    private function tellPool(array $changes, array $lists): void
    {
        $ranks = [];
        foreach ($changes as $hash => [, , $rank]) {
            $ranks[$hash] = $rank;
        }
        $scopes = array_values(array_map(static fn (array $rows): array => reset($rows)[2], $lists));
        ListPool::assigned($this->table, $this->con, $scopes, $ranks);
    }
}
