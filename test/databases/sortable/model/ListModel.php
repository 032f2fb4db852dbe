<?php

declare(strict_types=1);

/** What lists must be: rows by their labels, each with a scope and a rank. */
final class ListModel
{
    /** @var array<string, array{list<?int>, ?int}> */
    public array $rows = [];

    /**
     * @param int $first the rank of the first member
     * @param int|null $limit of members
     */
    public function __construct(public readonly int $first = 1, private readonly ?int $limit = null)
    {
    }

    /** Whether so many more members are too many. */
    public function isFull(array $scope, int $joining = 1): bool
    {
        return $this->limit !== null && $joining > 0 && count($this->members($scope)) + $joining > $this->limit;
    }

    /** @return list<string> the members of a list in their order */
    public function members(array $scope): array
    {
        $ranks = [];
        foreach ($this->rows as $label => [$its, $rank]) {
            if ($its === $scope && $rank !== null) {
                $ranks[$label] = $rank;
            }
        }
        asort($ranks);

        return array_map(strval(...), array_keys($ranks));
    }

    public function max(array $scope): int
    {
        $max = $this->first - 1;
        foreach ($this->rows as [$its, $rank]) {
            $max = $its === $scope ? max($max, $rank ?? $max) : $max;
        }

        return $max;
    }

    /** Puts a row into a list; null as rank: outside, but with this scope. */
    public function insert(string $label, array $scope, ?int $rank): void
    {
        if ($rank !== null) {
            $members = $this->members($scope);
            array_splice($members, $rank - $this->first, 0, [$label]);
            $this->rows[$label] = [$scope, 0];
            $this->number($members);
        } else {
            $this->rows[$label] = [$scope, null];
        }
    }

    public function remove(string $label): void
    {
        [$scope, $rank] = $this->rows[$label];
        unset($this->rows[$label]);
        if ($rank !== null) {
            $this->number($this->members($scope));
        }
    }

    public function move(string $label, array $scope, ?int $rank): void
    {
        $this->remove($label);
        $this->insert($label, $scope, $rank);
    }

    public function swap(string $one, string $other): void
    {
        [$this->rows[$one], $this->rows[$other]] = [$this->rows[$other], $this->rows[$one]];
    }

    /** @param array<string, int> $wanted */
    public function reorder(array $wanted): ?string
    {
        $lists = [];
        foreach ($wanted as $label => $rank) {
            $lists[json_encode($this->rows[$label][0])][$label] = $rank;
        }
        $results = [];
        foreach ($lists as $key => $ranks) {
            $others = array_values(array_diff($this->members(json_decode($key)), array_map(strval(...), array_keys($ranks))));
            $size = count($others) + count($ranks);
            $places = [];
            $scope = json_decode($key);
            if ($this->isFull($scope, $size - count($this->members($scope)))) {
                return 'The list of table';
            }
            $last = $this->first + $size - 1;
            foreach ($ranks as $label => $rank) {
                if ($rank < $this->first || $rank > $last) {
                    return 'Invalid rank';
                }
                if (isset($places[$rank])) {
                    return 'Invalid rank';
                }
                $places[$rank] = (string) $label;
            }
            for ($rank = $this->first; $rank <= $last; $rank++) {
                $places[$rank] ??= array_shift($others);
            }
            ksort($places);
            $results[] = array_values($places);
        }
        foreach ($results as $members) {
            $this->number($members);
        }

        return null;
    }

    /**
     * @param list<string> $labels
     * @return array{?string, int} why not, or how many rows change
     */
    public function reorderByKeys(array $labels, ?array $scope): array
    {
        $rows = array_map(fn (string $label): ?array => $this->rows[$label] ?? null, $labels);
        if (count(array_unique($labels)) < count($labels)) {
            return ['Duplicate key', 0];
        }
        foreach ($rows as $row) {
            if ($row === null || $row[1] === null || $row[0] !== ($scope ?? $rows[0][0])) {
                return ['Invalid key', 0];
            }
        }
        $ranks = array_column($rows, 1);
        sort($ranks);
        $changed = 0;
        foreach ($labels as $i => $label) {
            $changed += $this->rows[$label][1] === $ranks[$i] ? 0 : 1;
            $this->rows[$label][1] = $ranks[$i];
        }

        return [null, $changed];
    }

    /** @param list<string> $members */
    public function number(array $members): void
    {
        foreach ($members as $i => $label) {
            $this->rows[$label][1] = $this->first + $i;
        }
    }

    /** @return list<list<?int>> every scope that has a row */
    public function scopes(): array
    {
        $scopes = [];
        foreach ($this->rows as [$scope]) {
            $scopes[json_encode($scope)] = $scope;
        }

        return array_values($scopes);
    }
}
