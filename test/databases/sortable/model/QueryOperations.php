<?php

declare(strict_types=1);

use Orm\Runtime\Orm;

/** What is done with queries. */
trait QueryOperations
{
    private function reorder(): void
    {
        $rows = $this->model->rows;
        $labels = array_map(strval(...), array_keys($rows));
        if ($labels === []) {
            return;
        }
        $scope = self::any($this->model->scopes());
        $members = $this->model->members($scope);
        $first = $this->model->first;
        $wanted = [];
        switch (self::any(['whole', 'few', 'few', 'joining', 'wild'])) {
            case 'whole':
                $ranks = range($first, $first + max(1, count($members)) - 1);
                shuffle($ranks);
                $wanted = array_combine($members, array_slice($ranks, 0, count($members)));
                break;
            case 'few':
                shuffle($members);
                $ranks = range($first, $first + max(1, count($members)) - 1);
                shuffle($ranks);
                foreach (array_slice($members, 0, 3) as $i => $label) {
                    $wanted[$label] = $ranks[$i];
                }
                break;
            case 'joining':
                foreach ($rows as $label => [$its, $rank]) {
                    if ($its === $scope && ($rank === null || mt_rand(0, 2) === 0)) {
                        $wanted[(string) $label] = 0;
                    }
                }
                $others = array_diff($members, array_keys($wanted));
                $ranks = range($first, $first - 1 + count($others) + max(1, count($wanted)));
                shuffle($ranks);
                $wanted = array_combine(array_keys($wanted), array_slice($ranks, 0, count($wanted)));
                break;
            default:
                shuffle($labels);
                foreach (array_slice($labels, 0, 4) as $label) {
                    $wanted[$label] = mt_rand($first, $first + 3);
                }
        }
        $this->note('%s', $wanted);
        $keys = [];
        foreach ($wanted as $label => $rank) {
            $keys[] = [$this->keyOf((string) $label), $rank];
        }
        $order = $keys;
        if ($this->shape->name() !== 'Pair' && mt_rand(0, 1) === 0) {
            $order = array_column($keys, 1, 0);
        }
        $message = $this->model->reorder($wanted);
        $isTrue = fn () => $this->is($this->query()->reorder($order), true, 'reorder');
        $this->throws($message, $isTrue, true);
    }

    /** Conditions of the query say which keys count; keys that there are not mean nothing. */
    private function reorderInList(): void
    {
        $scope = self::any($this->model->scopes());
        if ($scope === null || $scope === [] || $this->shape->name() === 'Pair') {
            return;
        }
        $order = $wanted = [];
        foreach ($this->someLabels() as $label) {
            [$of, $current] = $this->model->rows[$label];
            // Without a scope that can be null, a row without a rank has left its list.
            $isMember = $of === $scope && ($this->shape->leave === 'scope' || $current !== null);
            $rank = mt_rand(1, $isMember ? count($this->model->members($scope)) + 1 : 9);
            $order[$this->keyOf($label)] = $rank;
            $wanted += $isMember ? [$label => $rank] : [];
        }
        if (!in_array($this->shape->name(), ['Uuid', 'Bytes'], true)) {
            $order[99999999] = 1;
        }
        $this->note('%s %s', $scope, $wanted);
        $query = $this->query()->inList($this->shape->argument($scope));
        $this->throws($this->model->reorder($wanted), fn () => $this->is($query->reorder($order), true, 'reorder'), true);
    }

    /** What a page sends whose rows were dragged, or what somebody sends in its place. */
    private function reorderByKeys(): void
    {
        $scope = self::any($this->model->scopes());
        if ($scope === null) {
            return;
        }
        $labels = $this->model->members($scope);
        shuffle($labels);
        if (mt_rand(0, 1) === 0) {
            $labels = array_slice($labels, 0, mt_rand(0, 5));
        }
        if (mt_rand(0, 5) === 0) {
            $labels[] = (string) self::any(array_keys($this->model->rows));
        }
        $keys = array_map(fn (string $label): mixed => $this->keyOf($label), $labels);
        if (is_int($keys[0] ?? null) && mt_rand(0, 5) === 0) {
            $keys[] = 99999999;
            $labels[] = 'nobody';
        }
        if (mt_rand(0, 1) === 0) {
            $keys = array_map(static fn (mixed $key): mixed => is_int($key) ? (string) $key : $key, $keys);
        }
        $given = mt_rand(0, 1) === 0 ? null : (mt_rand(0, 4) === 0 ? self::any($this->model->scopes()) : $scope);
        $this->note('%s in %s', $labels, $given);
        [$message, $changed] = $this->model->reorderByKeys($labels, $labels === [] || $scope === [] ? null : $given);
        $arguments = $scope === [] || $given === null ? [] : [$this->shape->argument($given)];
        $do = fn () => $this->is($this->query()->reorderByKeys($keys, ...$arguments), $changed, 'reorderByKeys');
        // A list of keys that is wrong by itself is refused before a transaction begins.
        $this->throws($message, $do, $message === 'Invalid key');
    }

    private function keyOf(string $label): mixed
    {
        foreach ($this->held as $held) {
            if ($held->label === $label) {
                return $held->object->getPrimaryKey();
            }
        }

        return $this->query()->filterByTitle($label)->findOne()->getPrimaryKey();
    }

    private function resequence(): void
    {
        $scope = self::any($this->model->scopes());
        if ($scope === null) {
            return;
        }
        $unranked = array_filter($this->model->rows, static fn (array $row): bool => $row === [$scope, null]);
        if ($unranked === [] || mt_rand(0, 1) === 0) {
            $rows = $this->renumber($scope, false);
            $this->is($this->shape->fractional ? 0 : $rows, 0, 'resequence');

            return;
        }
        // In the order of their keys, which only the database knows.
        $keys = [];
        $query = $this->query()->filterByTitle(array_map(strval(...), array_keys($unranked)));
        foreach ($this->shape->map()::getTableMap()->getPrimaryKeys() as $column) {
            $query->orderBy($column->getPhpName());
        }
        foreach ($query->find() as $object) {
            $keys[] = $object->getTitle();
        }
        $this->note('with %s', $keys);
        $message = $this->model->isFull($scope, count($keys)) ? 'The list of table' : null;
        $do = function () use ($scope, $unranked): void {
            $rows = $this->renumber($scope, true);
            $this->is($this->shape->fractional ? count($unranked) : $rows, count($unranked), 'resequence');
        };
        if ($this->throws($message, $do, true)) {
            return;
        }
        $this->model->number([...$this->model->members($scope), ...$keys]);
    }

    private function renumber(array $scope, bool $unranked): int
    {
        $class = $this->shape->class . 'Query';

        return $scope === []
            ? $class::sortableResequence($unranked)
            : $class::sortableResequence($this->shape->argument($scope), $unranked);
    }

    private function repair(array $scope): void
    {
        $this->renumber($scope, false);
        $this->model->number($this->model->members($scope));
    }

    /** There and back. */
    private function shift(): void
    {
        $scope = self::any($this->model->scopes());
        if ($scope === null || $this->shape->fractional) {
            return;
        }
        $max = $this->model->max($scope);
        $first = mt_rand($this->model->first, $max + 1);
        $last = self::any([null, mt_rand($first, $max + 1)]);
        $arguments = $scope === [] ? [] : [$this->shape->argument($scope)];
        $class = $this->shape->class . 'Query';
        $rows = max(0, min($max, $last ?? $max) - $first + 1);
        $this->note('%s %s %s', $scope, $first, $last ?? '-');
        $this->is($class::sortableShiftRank(100, $first, $last, ...$arguments), $rows, 'shift');
        $this->is($class::sortableShiftRank(-100, $first + 100, $last === null ? null : $last + 100, ...$arguments), $rows, 'shift');
    }

    private function deleteList(): void
    {
        $scope = self::any($this->model->scopes());
        if ($scope === null || $scope === []) {
            return;
        }
        $members = $this->model->members($scope);
        $this->note('%s', $scope);
        $this->is(($this->shape->class . 'Query')::deleteList($this->shape->argument($scope)), count($members), 'deleteList');
        foreach ($members as $label) {
            unset($this->model->rows[$label]);
        }
    }

    /** @return list<string> */
    private function someLabels(): array
    {
        $labels = array_map(strval(...), array_keys($this->model->rows));
        shuffle($labels);

        return array_slice($labels, 0, mt_rand(1, 3));
    }

    private function deleteRows(): void
    {
        $labels = $this->someLabels();
        $this->note('%s', $labels);
        $query = $this->query();
        $deleted = count($labels) === 1 && mt_rand(0, 1) === 0
            ? $query->filterByPrimaryKey($this->keyOf($labels[0]))->delete()
            : $query->filterByTitle($labels)->delete();
        $this->is($deleted, count($labels), 'deleted rows');
        array_map($this->model->remove(...), $labels);
    }

    private function changeScope(): void
    {
        $labels = $this->someLabels();
        if ($labels === [] || $this->shape->scopes === []) {
            return;
        }
        $i = mt_rand(0, count($this->shape->scopes) - 1);
        ['name' => $name, 'required' => $required] = $this->shape->scopes[$i];
        $number = Shape::anyNumber($this->shape->scopes[$i]);
        // Rows of one list, unless it is plain which of two lists comes first.
        if (!in_array($this->shape->name(), ['Scoped', 'ScopedUnique', 'Owned', 'Strict', 'Two', 'Pair', 'Volume'], true)) {
            $scope = $this->model->rows[$labels[0]][0];
            $labels = array_values(array_filter($labels, fn (string $label): bool => $this->model->rows[$label][0] === $scope));
        }
        usort($labels, fn (string $a, string $b): int => $this->order($a) <=> $this->order($b));
        $this->note('%s %s to %s', $labels, $name, $number);
        $value = $this->shape->scopes[$i]['values'][$number ?? 0][0];
        $with = mt_rand(0, 3) === 0 ? ['Note' => 'moved'] : [];
        if ($with !== []) {
            $this->touched = $labels;
        }
        $joining = [];
        foreach ($labels as $label) {
            [$from, $rank] = $this->model->rows[$label];
            $to = array_replace($from, [$i => $number]);
            if ($to !== $from && $rank !== null) {
                $joining[json_encode($to)] = ($joining[json_encode($to)] ?? 0) + 1;
            }
        }
        $isFull = false;
        foreach ($joining as $to => $count) {
            $isFull = $isFull || $this->model->isFull(json_decode($to), $count);
        }
        $rows = 0;
        $update = function () use ($labels, $name, $number, $value, $with, &$rows): void {
            $rows = $this->query()->filterByTitle($labels)->update([$name => $number === null ? null : $value] + $with);
        };
        if ($this->throws($isFull ? 'The list of table' : null, $update, true)) {
            return;
        }
        if ($this->shape->database !== 'mysql') {
            // MySQL does not count rows that have the value already.
            $this->is($rows, count($labels), 'updated rows');
        }
        foreach ($labels as $label) {
            [$from, $rank] = $this->model->rows[$label];
            $to = array_replace($from, [$i => $number]);
            if ($to !== $from) {
                $this->model->remove($label);
                $this->model->insert($label, $to, $rank === null ? null : $this->model->max($to) + 1);
            }
        }
    }

    /** By objects that are saved one by one, with all that was set in them before. */
    private function changeScopeOfEach(): void
    {
        $label = self::any(array_keys($this->model->rows));
        $isOpen = static fn (Held $held): bool => $held->label === $label && !$held->isClean();
        if ($label === null || $this->shape->scopes === [] || array_filter($this->held, $isOpen) !== []) {
            return;
        }
        $number = Shape::anyNumber($this->shape->scopes[0]);
        $to = array_replace($this->model->rows[$label][0], [0 => $number]);
        if ($this->model->rows[$label][0] === $to || $this->model->isFull($to)) {
            return;
        }
        $value = $number === null ? null : $this->shape->scopes[0]['values'][$number][0];
        $this->touched[] = (string) $label;
        $this->note('%s to %s', $label, $number);
        $found = array_filter($this->held, fn (Held $held): bool => $held->label === $label && $this->isPooled($held));
        foreach ($found as $held) {
            $held->scope[0] = $number;
            $held->remember();
        }
        $this->query()->filterByTitle((string) $label)->update([$this->shape->scopes[0]['name'] => $value], null, true);
        $this->model->move((string) $label, $to, $this->model->max($to) + 1);
        foreach ($found as $held) {
            $held->saved(...$this->model->rows[$label]);
        }
    }

    private function deleteByMap(): void
    {
        $held = $this->pick();
        if ($held !== null) {
            $this->note('%s', $held->label);
            $this->is($this->shape->map()::doDelete($held->object), 1, 'deleted rows');
            $this->model->remove($held->label);
        }
    }

    private function deleteAll(): void
    {
        $this->is($this->query()->deleteAll(), count($this->model->rows), 'deleted rows');
        $this->model->rows = [];
    }

    /** By scope, null first, then by rank. */
    private function order(string $label): array
    {
        [$scope, $rank] = $this->model->rows[$label];

        return [array_map(static fn (?int $number): int => $number ?? -1, $scope), $rank];
    }

    private function changeNote(): void
    {
        $this->touched = $this->someLabels();
        $this->note('%s', $this->touched);
        $query = $this->query();
        if ($this->touched !== [] && mt_rand(0, 1) === 0) {
            $this->touched = [$this->touched[0]];
            $query->filterByPrimaryKey($this->keyOf($this->touched[0]))->update(['Note' => 'changed']);
        } else {
            $query->filterByTitle($this->touched)->update(['Note' => 'changed']);
        }
    }

    /** Raw, so the list has to be numbered again. */
    private function changeRank(): void
    {
        $label = self::any(array_keys($this->model->rows));
        if ($label === null || $this->shape->fractional) {
            return;
        }
        $rank = 1000 + ++$this->raw % 20000;
        $column = $this->shape->map()::getTableMap()->getColumn($this->shape->map()::RANK_COL)->getPhpName();
        $this->note('%s', $label);
        $this->query()->filterByTitle((string) $label)->update([$column => $rank]);
        $this->model->rows[$label][1] = $rank;
        $this->settle($this->pooled);
        $this->check();
        $this->repair($this->model->rows[$label][0]);
    }

    /** The members of its list go to the list of those without parent. */
    private function deleteParent(): void
    {
        $parent = ['Owned' => 'Owner', 'Volume' => 'Shelf'][$this->shape->name()] ?? null;
        if ($parent === null) {
            return;
        }
        $number = mt_rand(0, 2);
        $this->note('%d', $number);
        ('Lists\\' . $parent . 'Query')::create()->findPk($number + 1)->delete();
        $this->con->exec(sprintf('INSERT INTO %s (id) VALUES (%d)', strtolower($parent), $number + 1));
        foreach ($parent === 'Owner' ? $this->model->rows : [] as $label => [$scope]) {
            if ($scope === [$number]) {
                unset($this->model->rows[$label]);
            }
        }
        if ($parent === 'Shelf') {
            $members = $this->model->members([$number]);
            foreach ($members as $label) {
                $this->model->move($label, [null], $this->model->max([null]) + 1);
            }
        } else {
            // Which rows were deleted with it is not known, so the pool is emptied.
            $this->touched = ['*'];
        }
    }

    private function ask(): void
    {
        $scope = self::any($this->model->scopes()) ?? $this->shape->anyScope();
        if (mt_rand(0, 4) === 0) {
            $scope = $this->shape->anyScope();
        }
        $class = $this->shape->class . 'Query';
        $members = $this->model->members($scope);
        $value = $this->shape->argument($scope);
        // An array as the first argument is taken for all of them.
        $values = count($scope) > 1 && !is_array($value[0]) && mt_rand(0, 1) === 0 ? $value : [$value];
        $values = $scope === [] ? [] : $values;
        $rank = mt_rand($this->model->first, $this->model->first + count($members));
        $this->note('%s', $scope);
        $titles = static function (iterable $objects): array {
            $titles = [];
            foreach ($objects as $object) {
                $titles[] = $object->getTitle();
            }

            return $titles;
        };
        $title = $members[$rank - $this->model->first] ?? null;
        $this->is($this->query()->findOneByRank($rank, ...$values)?->getTitle(), $title, 'findOneByRank');
        $this->is($class::retrieveByRank($rank, ...$values)?->getTitle(), $title, 'retrieveByRank');
        if (!$this->shape->fractional) {
            $this->is($this->query()->filterByRank($rank, ...$values)->findOne()?->getTitle(), $title, 'filterByRank');
        }
        $this->is($titles($this->query()->findList(...$values)), $members, 'findList');
        $max = $this->model->max($scope);
        $this->is($this->query()->getMaxRank(...$values), $members === [] ? null : $max, 'getMaxRank');
        $this->is($this->query()->getMaxRankArray(...($scope === [] ? [] : [$value])), $members === [] ? null : $max, 'getMaxRankArray');
        if ($scope === []) {
            $ranked = array_intersect($titles($class::doSelectOrderByRank('desc')), $members);
            $this->is(array_values($ranked), array_reverse($members), 'doSelectOrderByRank');

            return;
        }
        $this->is($titles($class::retrieveList(...[...$values, 'desc'])), array_reverse($members), 'retrieveList');
        $this->is($class::countList(...$values), count($members), 'countList');
        $all = count(array_filter($this->model->rows, static fn (array $row): bool => $row[0] === $scope));
        $found = $this->shape->leave === 'scope' ? $all : count($members);
        $this->is($this->query()->inList(...$values)->count(), $found, 'inList');
        $ranked = static fn (array $labels): array => array_values(array_intersect($labels, $members));
        $this->is($ranked($titles($this->query()->orderByRank('asc', ...$values)->find())), $members, 'orderByRank');
        $this->is($ranked($titles($class::doSelectOrderByRank('asc', ...$values))), $members, 'doSelectOrderByRank');
        $this->is(count($class::doSelectOrderByRank('asc', ...$values)), $all, 'doSelectOrderByRank');
    }

    private function emptyPool(): void
    {
        if ($this->shape->fractional) {
            $this->squeeze();
        }
        $this->shape->map()::clearInstancePool();
        $this->touched = ['*'];
    }

    /** Numbers without room between them: the next move has to make some. */
    private function squeeze(): void
    {
        $map = $this->shape->map();
        $rank = substr($map::RANK_COL, strrpos($map::RANK_COL, '.') + 1);
        // Others each time: a unique index compares them with those of rows that are still to be written.
        $lowest = -3 * 2 ** 40 - 100 * $this->done;
        foreach ($this->model->scopes() as $scope) {
            foreach ($this->model->members($scope) as $i => $label) {
                $number = $lowest + $i;
                $this->con->exec(sprintf("UPDATE %s SET %s = %d WHERE title = '%s'", $map::TABLE_NAME, $rank, $number, $label));
            }
        }
    }

    private function withoutPool(): void
    {
        if (!Orm::disableInstancePooling()) {
            return;
        }
        try {
            for ($i = mt_rand(1, 5); $i > 0; $i--) {
                $this->operation();
            }
        } finally {
            Orm::enableInstancePooling();
            $this->shape->map()::clearInstancePool();
        }
        $this->touched = ['*'];
    }
}
