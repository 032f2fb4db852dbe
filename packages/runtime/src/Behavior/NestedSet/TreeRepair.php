<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\Behavior\Repair;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Finds and fixes wrong numbers of trees.
 *
 * @internal
 */
final class TreeRepair
{
    public function __construct(private readonly TreeStatements $statements)
    {
    }

    /** @return list<string> one line for each row that is wrong */
    public function problems(?int $scope): array
    {
        $problems = [];
        foreach ($this->wrong($this->statements->numbered($scope)) as [$key, $place, $right]) {
            $problems[] = sprintf(
                'The row %s has left %d, right %d and level %d, but should have %d, %d and %d',
                implode('-', array_map(strval(...), $key)),
                $place->left,
                $place->right,
                $place->level,
                $right->left,
                $right->right,
                $right->level,
            );
        }

        return $problems;
    }

    /** Renumbers all nodes. Each stays below the node whose numbers contain its left one. */
    public function repair(?int $scope): int
    {
        return $this->statements->assign($this->changes($this->statements->numbered($scope)));
    }

    /** Repairs all trees of a table; only broken ones are locked. */
    public function repairAll(TreeTable $table, ConnectionInterface $con): Repair
    {
        $table->prepareLocks($con);
        [$trees, $broken] = $table->lockAndRead($con, [], function () use ($table): array {
            $scopes = $this->statements->scopes();
            $trees = 0;
            $broken = $locks = [];
            foreach ($scopes as $scope) {
                $rows = $this->statements->numbered($scope);
                $trees += $rows === [] ? 0 : 1;
                $changes = $this->changes($rows);
                if ($changes !== []) {
                    $broken[] = [$changes, ...self::faults(array_column($rows, 1))];
                    $locks[] = $table->lockOf($scope);
                }
            }

            return [[$trees, $broken], $locks];
        });
        $rows = 0;
        foreach ($broken as [$changes]) {
            $rows += $this->statements->assign($changes);
        }

        return new Repair(
            $trees,
            count($broken),
            $rows,
            array_sum(array_column($broken, 1)),
            array_sum(array_column($broken, 2)),
        );
    }

    /**
     * @param list<Place> $places
     * @return array{int, int} how many numbers are duplicates, and how many are missing
     */
    private static function faults(array $places): array
    {
        $numbers = [];
        foreach ($places as $place) {
            array_push($numbers, $place->left, $place->right);
        }
        $distinct = array_unique($numbers);
        $positive = array_filter($distinct, static fn (int $number): bool => $number > 0);

        return [count($numbers) - count($distinct), max([0, ...$positive]) - count($positive)];
    }

    /**
     * @param array<int|string, array{list<mixed>, Place}> $rows in the order of their left numbers
     * @return list<array{list<mixed>, Place}> keys of wrong rows with their correct positions
     */
    private function changes(array $rows): array
    {
        return array_map(static fn (array $wrong): array => [$wrong[0], $wrong[2]], $this->wrong($rows));
    }

    /** Recalculates the levels from the numbers, which do not change. */
    public function fixLevels(?int $scope): int
    {
        $changes = [];
        $open = [];
        foreach ($this->statements->nodes($scope) as [$key, $place]) {
            while ($open !== [] && end($open) < $place->left) {
                array_pop($open);
            }
            if ($place->level !== count($open)) {
                $changes[] = [$key, new Place($place->left, $place->right, count($open), $place->scope)];
            }
            $open[] = $place->right;
        }

        return $this->statements->assign($changes);
    }

    /**
     * @param array<int|string, array{list<mixed>, Place}> $rows in the order of their left numbers
     * @return list<array{list<mixed>, Place, Place}> keys of wrong rows, with current and correct positions
     */
    private function wrong(array $rows): array
    {
        $wrong = [];
        foreach (self::numbered(array_values($rows)) as [$key, $place, $right]) {
            if (!$place->equals($right)) {
                $wrong[] = [$key, $place, $right];
            }
        }

        return $wrong;
    }

    /**
     * @param list<array{list<mixed>, Place}> $rows
     * @return list<array{list<mixed>, Place, Place}>
     */
    private static function numbered(array $rows): array
    {
        // Rows of an interrupted move have negative numbers and are appended. So is a row with the left number 0,
        // unless it contains the whole tree: then the tree starts with 0.
        $highest = max([0, ...array_map(static fn (array $row): int => $row[1]->right, $rows)]);
        $isStray = static fn (array $row): bool => $row[1]->left < 0
            || ($row[1]->left === 0 && $row[1]->right < $highest);
        $strays = array_filter($rows, $isStray);
        $rows = [...array_diff_key($rows, $strays), ...$strays];
        $next = 1;
        $result = $open = [];
        $close = static function () use (&$open, &$result, &$next): void {
            $i = array_pop($open);
            [$key, $place, $new] = $result[$i];
            $result[$i] = [$key, $place, new Place($new->left, $next++, $new->level, $new->scope)];
        };
        foreach ($rows as $i => [$key, $place]) {
            // The first node is the root, which contains all others regardless of its numbers.
            while (count($open) > 1 && self::isBehind($place, $result[end($open)][1])) {
                $close();
            }
            $result[$i] = [$key, $place, new Place($next++, 0, count($open), $place->scope)];
            $open[] = $i;
        }
        while ($open !== []) {
            $close();
        }

        return $result;
    }

    /** Returns whether a node comes after another one and is not below it. */
    private static function isBehind(Place $place, Place $other): bool
    {
        return $other->right <= $place->left || ($place->left <= 0 && $other->left > 0);
    }
}
