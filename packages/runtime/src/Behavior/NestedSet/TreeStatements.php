<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Behavior\TypedStatement;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Runs the tree statements on one connection.
 *
 * @internal
 */
final class TreeStatements
{
    private const CHUNK = 500;

    /** The maximum number of ranges for which UPDATEs are cached. UPDATEs with more are rare, and differ each time. */
    private const KEPT_RANGES = 2;

    private readonly Statements $statements;

    public function __construct(private readonly TreeTable $table, private readonly ConnectionInterface $con)
    {
        $this->statements = new Statements($table->adapter, $con);
    }

    /**
     * Returns the current position of a row, or null if it does not exist.
     *
     * @param list<mixed> $key
     */
    public function place(array $key): ?Place
    {
        $table = $this->table;
        if (in_array(null, $key, true)) {
            return $this->places([$key])[$table->keyText($key)][1] ?? null;
        }
        $lock = $table->readLock($this->con);
        $statement = $table->placeOfRow[$lock] ??= $this->selectPlaceOfRow($key, $lock);
        $row = $statement->run($this->con, $key, Statement::ROW);

        return $row === false ? null : $table->place(array_slice($row, count($key)));
    }

    /**
     * Returns the current positions of rows.
     *
     * @param list<list<mixed>> $keys
     * @param bool $lock whether to lock the rows against all writes of other connections
     * @return array<int|string, array{list<mixed>, Place}> key and position of the existing rows, by the key as a
     *     string
     */
    public function places(array $keys, bool $lock = false): array
    {
        $places = [];
        foreach (array_chunk($keys, self::CHUNK) as $chunk) {
            $places += $this->placesWhere($this->table->hasOneOfKeys($chunk), $lock);
        }

        return $places;
    }

    /**
     * Returns the rows that have a position in a tree, or between two of its numbers.
     *
     * @return array<int|string, array{list<mixed>, Place}>
     */
    public function nodes(?int $scope, int $first = 1, ?int $last = null): array
    {
        $condition = $this->table->inTree($scope)
            ->then(Sql::number(' AND ' . $this->table->left . ' >= ?', $first));
        if ($last !== null) {
            $condition = $condition->then(Sql::number(' AND ' . $this->table->left . ' <= ?', $last));
        }

        return $this->placesWhere($condition);
    }

    /**
     * Returns all rows of a tree with numbers, even invalid ones.
     *
     * @return array<int|string, array{list<mixed>, Place}>
     */
    public function numbered(?int $scope): array
    {
        $table = $this->table;
        // Of nodes with the same left number, those that contain others come first.
        $ties = implode(', ', [$table->right . ' DESC', ...$table->keys]);
        // A row outside of trees may have 0 in both columns; a tree from another program may start with 0.
        $hasNumbers = sprintf(' AND (%1$s <> 0 OR %1$s = 0 AND %2$s > 0)', $table->left, $table->right);

        return $this->placesWhere($table->inTree($scope)->then($hasNumbers), false, ', ' . $ties);
    }

    public function hasRoot(?int $scope): bool
    {
        $select = Sql::of('SELECT ' . $this->table->left . ' FROM ' . $this->table->name . ' WHERE ')
            ->then($this->table->inTree($scope))
            ->then(' AND ' . $this->table->left . ' = 1' . $this->table->readLock($this->con));

        return $this->statements->rows($select) !== [];
    }

    /** @return list<?int> the scopes of all rows; a single null if the table has only one tree */
    public function scopes(): array
    {
        if ($this->table->scope === null) {
            return [null];
        }
        $rows = $this->statements->rows(
            Sql::of('SELECT DISTINCT ' . $this->table->scope . ' FROM ' . $this->table->name),
        );

        return array_map(static fn (array $row): ?int => $row[0] === null ? null : (int) $row[0], $rows);
    }

    /** Changes the numbers of a tree with one UPDATE. */
    public function renumber(Renumbering $change): int
    {
        $table = $this->table;
        $levels = $change->levels !== null && $change->levels[2] !== 0 ? $change->levels : [];
        $ranges = [];
        $shape = $levels === [] ? '' : 'levels';
        foreach ($change->ranges as $range) {
            $shape .= $range[1] === null ? ' open' : ' closed';
            array_push($ranges, ...($range[1] === null ? [$range[0], $range[2]] : $range));
        }
        $first = $change->first();
        $last = $change->last();
        $affected = $last === null ? [$first] : [$first, $last, $first, $last];
        // If all numbers from the first on change, the right number of every affected node changes.
        $changesAllEnds = $last === null && count($change->ranges) === 1;
        $ofRight = $changesAllEnds ? [$change->ranges[0][2]] : $ranges;
        $isInOneTree = $change->newScope === null && $table->scopeColumn === null;
        $values = [...$levels, ...$ofRight, ...$ranges, ...$affected];
        $known = $isInOneTree ? $table->renumberings[$shape] ?? null : null;
        if ($known !== null) {
            return $known->run($this->con, $values, Statement::AFFECTED);
        }
        $set = [];
        if ($levels !== []) {
            // The level comes before the left number, because MySQL uses values assigned earlier in the statement.
            $set[] = "$table->level = CASE WHEN $table->left >= ? AND $table->left <= ? THEN $table->level + ?"
                . " ELSE $table->level END";
        }
        if ($changesAllEnds) {
            $set[] = "$table->right = $table->right + ?";
        }
        foreach ($changesAllEnds ? [$table->left] : [$table->right, $table->left] as $column) {
            $case = $column . ' = CASE ';
            foreach ($change->ranges as [, $end]) {
                $case .= "WHEN $column >= ?" . ($end === null ? '' : " AND $column <= ?") . " THEN $column + ? ";
            }
            $set[] = $case . "ELSE $column END";
        }
        $update = Sql::number(
            'UPDATE ' . $table->name . ' SET ' . implode(', ', $set),
            ...$levels,
            ...$ofRight,
            ...$ranges,
        );
        if ($change->newScope !== null && $table->scopeColumn !== null) {
            $scope = $change->newScope[0];
            $update = $update->then(', ' . $table->scope . ($scope === null ? ' = NULL' : ' = '));
            if ($scope !== null) {
                $update = $update->then(Sql::of('?', [[$scope, $table->scopeColumn->getType()]]));
            }
        }
        $condition = $last === null
            // A node whose left number is behind the first number has its right one there, too.
            ? " AND $table->right >= ?"
            : " AND ($table->left >= ? AND $table->left <= ? OR $table->right >= ? AND $table->right <= ?)";
        $whole = $update->then(' WHERE ')->then($table->inTree($change->scope))
            ->then(Sql::number($condition, ...$affected));
        if ($isInOneTree && count($change->ranges) <= self::KEPT_RANGES) {
            $table->renumberings[$shape] = new TypedStatement(
                $table->adapter,
                $whole->text,
                array_column($whole->values, 1),
            );
        }

        return $this->write($whole);
    }

    /** @param list<array{list<mixed>, Place}> $places keys with new numbers and levels */
    public function assign(array $places): int
    {
        $table = $this->table;
        foreach ($places as [$key, $place]) {
            $this->write(
                Sql::number(
                    "UPDATE $table->name SET $table->left = ?, $table->right = ?, $table->level = ? WHERE ",
                    $place->left,
                    $place->right,
                    $place->level,
                )->then($table->hasKey($key)),
            );
        }

        return count($places);
    }

    public function write(Sql $sql): int
    {
        return $this->statements->write($sql);
    }

    /** @return array<int|string, array{list<mixed>, Place}> ordered by left number */
    private function placesWhere(Sql $condition, bool $lock = false, string $ties = ''): array
    {
        $table = $this->table;
        $text = $this->selectPlaces($condition->text) . ' ORDER BY ' . $table->left . $ties;
        if ($lock) {
            $table->adapter->applyLock($text, new Lock(Lock::EXCLUSIVE));
        } else {
            $text .= $table->readLock($this->con);
        }
        $count = count($table->keys);
        $places = [];
        foreach ($this->statements->rows(Sql::of($text, $condition->values)) as $row) {
            $key = $table->key(array_slice($row, 0, $count));
            $places[$table->keyText($key)] = [$key, $table->place(array_slice($row, $count))];
        }

        return $places;
    }

    /** @param list<mixed> $key without null */
    private function selectPlaceOfRow(array $key, string $lock): TypedStatement
    {
        $condition = $this->table->hasKey($key);

        return new TypedStatement(
            $this->table->adapter,
            $this->selectPlaces($condition->text) . $lock,
            array_column($condition->values, 1),
        );
    }

    /** Returns a SELECT of keys and positions. */
    private function selectPlaces(string $condition): string
    {
        $table = $this->table;
        $columns = [...$table->keys, $table->left, $table->right, $table->level];
        if ($table->scope !== null) {
            $columns[] = $table->scope;
        }

        return 'SELECT ' . implode(', ', $columns) . ' FROM ' . $table->name . ' WHERE ' . $condition;
    }
}
