<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

/**
 * A change of the numbers of one tree. TreeStatements applies it to the rows with one UPDATE, and TreePool to the
 * objects.
 *
 * @internal
 */
final class Renumbering
{
    /** The maximum number of gaps that one statement closes. */
    public const MAX_GAPS = 100;

    /** The result of pair() for a change without effect. */
    public const NO_PAIR = [[1, 0, 0], [1, 0, 0], [1, 0, 0]];

    /**
     * @param non-empty-list<array{int, ?int, int}> $ranges first and last number (null: to the end), and the number to
     *     add
     * @param array{int, int, int}|null $levels first and last number of the nodes, and the number to add to their
     *     levels
     * @param array{?int}|null $newScope the tree that the nodes in the ranges move to
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

    /**
     * Closes the gaps that deleted nodes leave.
     *
     * @param non-empty-list<Place> $places in tree order, none inside another one
     */
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
     * Moves a node with its descendants to another position in its tree.
     *
     * @param int $to the number that a node inserted there would get as its left one
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

    /** Moves a node with its descendants to another tree, where room has been made. */
    public static function moveToTree(Place $place, ?int $scope, int $to, int $levels): self
    {
        return new self(
            $place->scope,
            [[$place->left, $place->right, $to - $place->left]],
            [$place->left, $place->right, $levels],
            [$scope],
        );
    }

    /** Returns the first number that changes. */
    public function first(): int
    {
        return count($this->ranges) === 1 ? $this->ranges[0][0] : min(array_column($this->ranges, 0));
    }

    /** Returns the last number that changes; null: the last one of the tree. */
    public function last(): ?int
    {
        if (count($this->ranges) === 1) {
            return $this->ranges[0][1];
        }
        $lasts = array_column($this->ranges, 1);

        return in_array(null, $lasts, true) ? null : max($lasts);
    }

    /**
     * Applies the change to the numbers of one node, without creating Place objects.
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
     * Returns a simple change as numbers: a change of at most two ranges that keeps nodes in their tree. The numbers
     * are first, last and addend of each range, then of the levels. An empty range ends before it starts.
     *
     * @return array{array{int, int, int}, array{int, int, int}, array{int, int, int}}|null null: the change is not that
     *     simple
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
