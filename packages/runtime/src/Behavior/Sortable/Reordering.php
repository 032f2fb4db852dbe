<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\ListFullException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Type\TypeFamily;

/**
 * Assigns the ranks that an application passes to many rows; the other members keep their order in the remaining ranks.
 *
 * @internal
 */
final class Reordering
{
    /** The maximum number of keys in one SELECT. */
    private const CHUNK = 10000;

    private const INTEGERS = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];

    /**
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query selects the rows that may be
     *     reordered
     */
    public function __construct(
        private readonly RankedTable $table,
        private readonly ConnectionInterface $con,
        private readonly ModelCriteria $query,
    ) {
    }

    /**
     * @param array<mixed> $order `key => rank`, for composite keys `hash => rank` or a list of `[key, rank]`
     * @return array<int|string, array{mixed, mixed, ?int}> key, rank and rank as a number, by the key as a string
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

    /**
     * @param array<mixed> $keys a list of keys, each may be a string; composite keys are arrays
     * @return array<int|string, array{mixed}> the keys in their order, by the key as a string
     */
    public static function keys(RankedTable $table, array $keys): array
    {
        $entries = [];
        foreach ($keys as $key) {
            $parts = is_array($key) ? array_values($key) : [$key];
            if (count($parts) !== count($table->keys)) {
                throw new OrmException(sprintf(
                    'Invalid key %s: the key of table "%s" has %d columns',
                    self::keyName($parts),
                    $table->map::TABLE_NAME,
                    count($table->keys),
                ));
            }
            foreach ($table->keyColumns as $i => $column) {
                $parts[$i] = self::keyPart($column, $parts[$i], $parts);
            }
            $text = $table->keyText($parts);
            if (isset($entries[$text])) {
                throw new OrmException(sprintf('Duplicate key %s', self::keyName($parts)));
            }
            $entries[$text] = [count($parts) === 1 ? $parts[0] : $parts];
        }

        return $entries;
    }

    /** @param list<mixed> $key the key that contains the value */
    private static function keyPart(ColumnMap $column, mixed $value, array $key): mixed
    {
        $isInteger = in_array($column->getType(), self::INTEGERS, true);
        $isValid = $isInteger
            ? is_int($value) || (is_string($value) && preg_match('/^-?\d+$/D', $value) === 1)
            : is_scalar($value) || $value instanceof \Stringable || $value instanceof \DateTimeInterface;
        if (!$isValid) {
            $expected = $isInteger ? 'a whole number' : 'a value';
            throw new OrmException(sprintf(
                'Invalid key %s: expected %s for the column "%s"',
                self::keyName($key),
                $expected,
                $column->getName(),
            ));
        }

        return $isInteger ? TypeFamily::canonical($column, $value) : $value;
    }

    private static function keyName(mixed $key): string
    {
        $parts = is_array($key) ? array_values($key) : [$key];
        $texts = array_map(
            static fn (mixed $part): string => is_scalar($part) ? var_export($part, true) : get_debug_type($part),
            $parts,
        );

        return count($texts) === 1 ? $texts[0] : '[' . implode(', ', $texts) . ']';
    }

    /**
     * Distributes the ranks that the rows of these keys have together among them in this order; numbers them from the
     * first rank on if they are all members of their list.
     *
     * @param non-empty-array<int|string, array{mixed}> $keys
     * @param list<mixed>|null $scope the list that all rows must be in; null: any list, but the same for all rows
     * @return int the number of changed rows
     */
    public function applyKeys(array $keys, ?array $scope): int
    {
        $lists = $this->lockedLists($keys, $scope);
        $this->checkOneList($keys, $lists, $scope);
        [$scope] = self::scopesOf($lists);
        $ranks = array_column(reset($lists), 1);
        if (count(array_unique($ranks)) < count($ranks)) {
            // Distributing equal ranks would not define an order.
            (new RankRewriter($this->table, $this->con))->resequence([$scope]);
            $this->table->written($this->con);
            ListPool::refresh($this->table, $this->con, [$scope]);
            $lists = $this->read($keys);
            $ranks = array_column(reset($lists), 1);
        }
        $rows = reset($lists);
        sort($ranks);
        $all = range($this->table->start, $this->table->start + count($rows) - 1);
        if (!$this->table->isFractional && $ranks !== $all) {
            $isWhole = (new ListStatements($this->table, $this->con))->count($scope) === count($rows);
            $ranks = $isWhole ? $all : $ranks;
        }
        $changes = [];
        foreach (array_keys($keys) as $i => $text) {
            if ($rows[$text][1] !== $ranks[$i]) {
                $changes[$text] = [$rows[$text][0], $rows[$text][1], $ranks[$i]];
            }
        }
        $this->write($changes, $lists);

        return count($changes);
    }

    /**
     * @param array<int|string, array{mixed}> $keys
     * @param array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> $lists
     * @param list<mixed>|null $scope
     */
    private function checkOneList(array $keys, array $lists, ?array $scope): void
    {
        $list = null;
        foreach ($keys as $text => [$key]) {
            $row = $identity = null;
            foreach ($lists as $identity => $rows) {
                $row = $rows[$text] ?? null;
                if ($row !== null) {
                    break;
                }
            }
            $list ??= $identity;
            $problem = match (true) {
                $row === null => 'no row of the query has it',
                $scope !== null && !$this->table->same($row[2], $scope), $identity !== $list
                    => 'its row is in another list',
                $row[1] === null => 'its row is not in a list',
                default => null,
            };
            if ($problem !== null) {
                throw new OrmException(sprintf('Invalid key %s: %s', self::keyName($key), $problem));
            }
        }
    }

    /** @param array<int|string, array{mixed, mixed, ?int}> $wanted */
    public function apply(array $wanted): void
    {
        $lists = $this->lockedLists($wanted);
        $partial = [];
        foreach ($lists as $identity => $rows) {
            if ($this->table->isFractional || !self::isPermutation($rows, $wanted)) {
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
        $this->write(array_filter($changes, static fn (array $change): bool => $change[1] !== $change[2]), $lists);
    }

    /**
     * @param array<int|string, array{list<mixed>, ?int, int}> $changes key, rank before and rank after
     * @param array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> $lists
     */
    private function write(array $changes, array $lists): void
    {
        if ($changes === []) {
            return;
        }
        $max = $this->table->unique ? $this->highestRank($lists) : 0;
        (new RankRewriter($this->table, $this->con))->assign(array_values($changes), $max);
        $this->table->written($this->con);
        $this->tellPool($changes, $lists);
    }

    /**
     * Returns the rows to reorder by list, read while no other connection can change these lists.
     *
     * @param non-empty-array<int|string, array{0: mixed}> $wanted
     * @param list<mixed>|null $scope the list that the rows should be in, if known
     * @return array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> rows by the key as a string
     */
    private function lockedLists(array $wanted, ?array $scope = null): array
    {
        $this->table->prepareLocks($this->con);
        $guess = match (true) {
            $scope !== null => [$scope],
            $this->table->scopes === [] => [[]],
            default => $this->probableScopes($wanted),
        };

        $lists = $this->table->lockAndRead($this->con, $guess, function () use ($wanted): array {
            $lists = $this->read($wanted);

            return [$lists, self::scopesOf($lists)];
        });
        // With a unique index, the rows pass through unused numbers.
        return $this->table->unique && $lists !== []
            && (new ListStatements($this->table, $this->con))->makeRoom(self::scopesOf($lists))
            ? $this->read($wanted)
            : $lists;
    }

    /**
     * Returns the list of the first row. Usually all rows are in it; then they are read only once, under its lock.
     *
     * @param non-empty-array<int|string, array{0: mixed}> $wanted
     * @return list<list<mixed>>
     */
    private function probableScopes(array $wanted): array
    {
        return self::scopesOf($this->read([reset($wanted)]));
    }

    /**
     * @param array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> $lists
     * @return list<list<mixed>>
     */
    private static function scopesOf(array $lists): array
    {
        return array_values(array_map(static fn (array $rows): array => reset($rows)[2], $lists));
    }

    /**
     * @param array<int|string, array{0: mixed}> $wanted
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
     * @param list<mixed> $values of the scope columns, as the driver returns them
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
     * Returns the query for rows with these keys. Whole numbers are literals in the SQL, because binding thousands of
     * values one by one takes longer than everything else.
     *
     * @param list<mixed> $keys
     */
    private function withKeys(array $keys): ModelCriteria
    {
        $query = (clone $this->query)->clearOrderByColumns();
        $column = $this->table->keyColumns[0];
        $isInteger = in_array($column->getType(), self::INTEGERS, true);
        if (!$isInteger || count($this->table->keys) > 1) {
            return $query->filterByPrimaryKeys($keys);
        }
        $name = $query->getAliasedColName($column->getFullyQualifiedName());
        $quoted = SqlContext::nameInQuery($query, $name);
        $list = implode(', ', array_map(intval(...), $keys));

        return $query->addAnd(new CustomCriterion($query, $quoted . ' IN (' . $list . ')'), null, null, false);
    }

    /**
     * Returns whether the rows only swap ranks among themselves, so that the others need not be read.
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
        $scopes = self::scopesOf($lists);
        foreach ($statements->members($scopes) as [$key, $rank, $scope]) {
            $members[$this->table->identity($scope)][$this->table->keyText($key)] = [$key, $rank];
        }
        foreach ($lists as $identity => $rows) {
            $placed = $this->placed($rows, $members[$identity], $wanted);
            $changes += $this->table->isFractional ? $this->numbered($placed) : $placed;
        }
    }

    /**
     * Assigns to the members of a list with fractional ranks the numbers that they have together, in the order of their
     * positions. If two numbers are equal, the list is renumbered.
     *
     * @param array<int|string, array{list<mixed>, ?int, int}> $placed key, number and position
     * @return array<int|string, array{list<mixed>, ?int, int}> key, number before and number after
     */
    private function numbered(array $placed): array
    {
        uasort($placed, static fn (array $one, array $other): int => $one[2] <=> $other[2]);
        $numbers = array_values(array_filter(array_column($placed, 1), is_int(...)));
        sort($numbers);
        $isFree = count(array_unique($numbers)) === count($numbers)
            && ($numbers === [] || end($numbers) <= RankedTable::HIGHEST);
        $i = 0;
        foreach ($placed as $text => [$key, $number]) {
            $last = $isFree && $numbers !== [] ? end($numbers) : 0;
            $beyond = $isFree ? $i - count($numbers) + 1 : $i + 1;
            $new = $isFree ? $numbers[$i] ?? $last + $beyond * RankedTable::STEP : $beyond * RankedTable::STEP;
            $placed[$text] = [$key, $number, $new];
            $i++;
        }

        return $placed;
    }

    /** @param array<string, array<int|string, array{list<mixed>, ?int, list<mixed>}>> $lists */
    private function highestRank(array $lists): int
    {
        $scopes = self::scopesOf($lists);

        return (new ListStatements($this->table, $this->con))->bounds($scopes)[1];
    }

    /**
     * @param array<int|string, array{list<mixed>, ?int, list<mixed>}> $listed
     * @param array<int|string, array{list<mixed>, ?int}> $members
     * @param array<int|string, array{mixed, mixed, ?int}> $wanted
     * @return array<int|string, array{list<mixed>, ?int, int}>
     */
    private function placed(array $listed, array $members, array $wanted): array
    {
        $size = count($members + $listed);
        $limit = $this->table->maxMembers;
        if ($limit !== null && $size > $limit && $size > count($members)) {
            throw new ListFullException($this->table->map::TABLE_NAME, $limit);
        }
        $start = $this->table->start;
        $taken = [];
        $placed = [];
        foreach ($listed as $hash => [$key, $before]) {
            $rank = Rank::within($wanted[$hash][1], $start, $start + $size - 1);
            if (isset($taken[$rank])) {
                throw new OrmException(sprintf('Duplicate rank %d', $rank));
            }
            $taken[$rank] = true;
            $placed[$hash] = [$key, $before, $rank];
        }
        $next = $start;
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
        $scopes = self::scopesOf($lists);
        ListPool::assigned($this->table, $this->con, $scopes, $ranks);
    }
}
