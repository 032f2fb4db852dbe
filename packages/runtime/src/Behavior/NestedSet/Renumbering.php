<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

/**
 * A change of the numbers of one tree. TreeStatements does it to the rows, by one UPDATE, and TreePool to the objects.
 *
 * @internal
 */
final class Renumbering
{
    /** How many gaps one statement closes. */
    public const MAX_GAPS = 100;

    /** What pair() gives for a change of nothing. */
    public const NO_PAIR = [[1, 0, 0], [1, 0, 0], [1, 0, 0]];

    /**
     * @param non-empty-list<array{int, ?int, int}> $ranges first and last number (null: to the end), and what is added
     * @param array{int, int, int}|null $levels the nodes between two numbers, and what is added to their levels
     * @param array{?int}|null $newScope the tree that the nodes within the ranges go to
     */
    private function __construct(
        public readonly ?int $scope,
        public readonly array $ranges,
        public readonly ?array $levels = null,
        public readonly ?array $newScope = null,
    ) {
    }

    /** Adds to all numbers from the first to the last. */
    public static function shift(?int $scope, int $first, ?int $last, int $delta): self
    {
        return new self($scope, [[$first, $last, $delta]]);
    }

    /** Closes what is left of nodes that are gone. @param non-empty-list<Place> $places in their order, none in another */
    public static function close(?int $scope, array $places): self
    {
        $ranges = [];
        $removed = 0;
        foreach ($places as $i => $place) {
            $removed += $place->size();
            $ranges[] = [$place->right + 1, isset($places[$i + 1]) ? $places[$i + 1]->left - 1 : null, -$removed];
        }

        return new self($scope, $ranges);
    }

    /**
     * Takes a node with its descendants to another place of its tree.
     *
     * @param int $to the number that its left one would be inserted at
     */
    public static function move(Place $place, int $to, int $levels): self
    {
        [$between, $by] = $to > $place->right
            ? [[$place->right + 1, $to - 1, -$place->size()], $to - 1 - $place->right]
            : [[$to, $place->left - 1, $place->size()], $to - $place->left];

        return new self(
            $place->scope,
            [[$place->left, $place->right, $by], $between],
            [$place->left, $place->right, $levels],
        );
    }

    /** Takes a node with its descendants to another tree, where there is room. */
    public static function moveToTree(Place $place, ?int $scope, int $to, int $levels): self
    {
        return new self(
            $place->scope,
            [[$place->left, $place->right, $to - $place->left]],
            [$place->left, $place->right, $levels],
            [$scope],
        );
    }

    /** The first number that changes. */
    public function first(): int
    {
        return count($this->ranges) === 1 ? $this->ranges[0][0] : min(array_column($this->ranges, 0));
    }

    /** The last number that changes; null: the last one of the tree. */
    public function last(): ?int
    {
        if (count($this->ranges) === 1) {
            return $this->ranges[0][1];
        }
        $lasts = array_column($this->ranges, 1);

        return in_array(null, $lasts, true) ? null : max($lasts);
    }

    /**
     * The same as place(), for many nodes.
     *
     * @return bool whether a number has changed
     */
    public function applyTo(int &$left, int &$right, int &$level, ?int &$scope): bool
    {
        if ($scope !== $this->scope || $left <= 0 || $right <= $left) {
            return false;
        }
        $isMoved = $this->levels !== null && $left >= $this->levels[0] && $left <= $this->levels[1];
        [$formerLeft, $formerRight] = [$left, $right];
        $left = $this->number($left);
        $right = $this->number($right);
        if ($isMoved) {
            $level += $this->levels[2];
            $scope = $this->newScope === null ? $scope : $this->newScope[0];
        }

        return $isMoved || $left !== $formerLeft || $right !== $formerRight;
    }

    /**
     * A change of two ranges at most, which leaves nodes in their tree: first and last number of each and what is
     * added, then the same of the levels; a range of nothing ends before it begins.
     *
     * @return array{array{int, int, int}, array{int, int, int}, array{int, int, int}}|null null: it is more than that
     */
    public function pair(): ?array
    {
        if (count($this->ranges) > 2 || $this->newScope !== null) {
            return null;
        }
        [$one, $two, $levels] = self::NO_PAIR;
        [$one, $two] = [...$this->ranges, $two];
        $one[1] ??= PHP_INT_MAX;
        $two[1] ??= PHP_INT_MAX;

        return [$one, $two, $this->levels ?? $levels];
    }

    public function number(int $number): int
    {
        foreach ($this->ranges as [$first, $last, $delta]) {
            if ($number >= $first && ($last === null || $number <= $last)) {
                return $number + $delta;
            }
        }

        return $number;
    }

    public function place(Place $place): Place
    {
        [$left, $right, $level, $scope] = [$place->left, $place->right, $place->level, $place->scope];

        return $this->applyTo($left, $right, $level, $scope) ? new Place($left, $right, $level, $scope) : $place;
    }
}
