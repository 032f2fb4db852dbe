<?php

declare(strict_types=1);

use Orm\Runtime\Orm;

/** What is done with objects. */
trait ObjectOperations
{
    private function create(): void
    {
        if (count($this->model->rows) > self::MAX_ROWS) {
            $this->delete();

            return;
        }
        $object = $this->newObject(new ($this->shape->class)());
        $held = new Held($object, null, array_map(static fn (): ?int => null, $this->shape->scopes), null);
        foreach ($this->shape->anyScope() as $i => $number) {
            if ($number !== null || $this->shape->scopes[$i]['required']) {
                $this->setScope($held, $i, $number);
            }
        }
        $this->note('%s %s', $object->getTitle(), $held->scope());
        for ($i = self::any([0, 1, 1, 2]); $i > 0; $i--) {
            $this->intend($held);
        }
        $this->held[] = $held;
        if (mt_rand(0, 4) > 0) {
            $this->store($held);
        }
    }

    private function newObject(object $object): object
    {
        $label = 'r' . ++$this->made;
        $object->setTitle($label);
        if ($this->shape->name() === 'Pair') {
            $object->setHalf(mt_rand(1, 3))->setOther('x' . $this->made);
        } elseif (in_array($this->shape->name(), ['Uuid', 'Bytes'], true)) {
            $object->setId(sprintf('%08x-1f3d-4b52-8f0e-%012x', mt_rand(0, 2 ** 31 - 1), $this->made));
        }

        return $object;
    }

    private function setScope(Held $held, int $i, ?int $number): void
    {
        $value = $this->shape->spelling($i, $number);
        $columns = count($this->shape->scopes);
        if ($columns === 1) {
            $held->object->setScopeValue($value);
        } else {
            $values = $held->object->getScopeValue(false);
            $values[$i] = $value;
            $held->object->setScopeValue($values);
        }
        $held->scope[$i] = $number;
    }

    /** Asks for a place, to be had when the object is saved. */
    private function intend(Held $held): void
    {
        $max = $this->model->max($held->scope());
        switch (self::any(['top', 'bottom', 'rank', 'leave', ...($this->shape->unique || $this->shape->fractional ? [] : ['raw'])])) {
            case 'top':
                $held->object->insertAtTop();
                $held->intent = ['at', $this->model->first];
                $held->raw = null;
                break;
            case 'bottom':
                $held->object->insertAtBottom();
                $held->intent = ['bottom', $max + 1];
                $held->raw = null;
                break;
            case 'rank':
                $rank = mt_rand($this->model->first - 1, $max + 2);
                $isWrong = $rank < $this->model->first || $rank > $max + 1;
                $this->throws($isWrong ? 'Invalid rank' : null, fn () => $held->object->insertAtRank($rank));
                if (!$isWrong) {
                    $held->intent = ['at', $rank];
                    $held->raw = null;
                }
                break;
            case 'leave':
                $this->leave($held);
                break;
            case 'raw':
                $rank = 1000 + ++$this->raw % 20000;
                $held->object->setRank($rank);
                $held->intent = null;
                $held->raw = [$rank];
        }
        $this->note('%s', $held->intent ?? $held->raw ?? $held->scope);
    }

    private function leave(Held $held): void
    {
        if ($this->shape->leave === 'scope') {
            $isOut = array_filter($held->scope(), is_int(...)) === [];
            if (!$this->throws($isOut ? 'Object has already left its list (scope is null)' : null, fn () => $held->object->removeFromList())) {
                $held->scope = array_map(static fn (): ?int => null, $this->shape->scopes);
                $held->intent = $held->raw = null;
            }

            return;
        }
        $message = match (true) {
            $this->shape->leave === '' => 'Object cannot leave its list',
            $held->label !== null && $held->seen[1] === null, ($held->intent[0] ?? null) === 'out'
                => 'Object has already left its list (rank is null)',
            default => null,
        };
        if (!$this->throws($message, fn () => $held->object->removeFromList())) {
            $held->intent = ['out', null];
            $held->raw = null;
        }
    }

    private function hold(): void
    {
        $this->pick();
    }

    /** An object of a row: one that is held, or one that is found. */
    private function pick(): ?Held
    {
        $persisted = array_filter($this->held, static fn (Held $held): bool => $held->label !== null);
        if ($persisted !== [] && mt_rand(0, 2) > 0) {
            return self::any($persisted);
        }
        $label = self::any(array_keys($this->model->rows));
        if ($label === null) {
            return null;
        }
        $object = $this->query()->filterByTitle((string) $label)->findOne();
        foreach ($this->held as $held) {
            if ($held->object === $object) {
                return $held;
            }
        }

        return $this->held[] = new Held($object, (string) $label, ...$this->model->rows[$label]);
    }

    /** Changes something that is not saved yet. */
    private function pend(): void
    {
        $held = $this->pick();
        if ($held === null) {
            return;
        }
        $this->note('%s', $held->label);
        $isTrue = $held->seen === $this->model->rows[$held->label];
        if ($this->shape->scopes !== [] && mt_rand(0, 1) === 0) {
            $i = mt_rand(0, count($this->shape->scopes) - 1);
            $number = Shape::anyNumber($this->shape->scopes[$i]);
            // An object that does not know its row's list may believe that it changes nothing.
            if ($isTrue || $number !== $held->seen[0][$i]) {
                if ($number !== $held->seen[0][$i] || array_key_exists($i, $held->scope)) {
                    $this->setScope($held, $i, $number);
                }
            }
            $this->note('to scope %s', $held->scope());
        } elseif (mt_rand(0, 2) > 0) {
            $this->intend($held);
        } else {
            $held->object->setNote('note ' . mt_rand());
        }
    }

    private function save(): void
    {
        $open = array_filter($this->held, static fn (Held $held): bool => !$held->isClean() || $held->label === null);
        $held = self::any($open) ?? $this->pick();
        if ($held !== null) {
            $this->note('%s %s %s %s', $held->object->getTitle(), $held->scope, $held->intent ?? '-', $held->raw ?? '-');
            $this->store($held);
        }
    }

    private function store(Held $held): void
    {
        $before = $held->label === null ? null : $this->model->rows[$held->label];
        $seen = $held->label !== null && $held->isClean() && !Orm::isInstancePoolingEnabled() ? $held->seen : null;
        $isRaw = $held->raw !== null;
        $held->remember();
        if ($this->throws($this->isFullFor($held) ? 'The list of table' : null, fn () => $held->object->save(), true)) {
            array_pop($held->saves);

            return;
        }
        if ($held->label === null) {
            $this->storeNew($held);
        } else {
            $this->storeChanged($held);
        }
        $this->touched[] = $held->label;
        // Nothing of its place was saved, and nobody will find it in a pool: it need not read its row.
        $held->saved(...($seen ?? $this->model->rows[$held->label]));
        if ($isRaw) {
            $this->settle($this->pooled);
            $this->check();
            foreach (array_filter([$before[0] ?? null, $held->seen[0]], is_array(...)) as $scope) {
                $this->repair($scope);
            }
            if ($this->isPooled($held)) {
                $held->seen = $this->model->rows[$held->label];
            }
        }
    }

    /** Whether an object would join a list that has no room when it is saved. */
    private function isFullFor(Held $held): bool
    {
        [$from, $rank] = $held->label === null ? [null, null] : $this->model->rows[$held->label];
        $to = $from === null ? $held->scope() : array_replace($from, $held->scope);
        $joins = match (true) {
            $held->intent !== null => $held->intent[0] !== 'out' && ($rank === null || $to !== $from),
            $held->raw !== null => false,
            $from === null => $this->shape->addNewAt !== 'none',
            default => $to !== $from,
        };

        return $joins && $this->model->isFull($to);
    }

    private function storeNew(Held $held): void
    {
        $held->label = $held->object->getTitle();
        $scope = $held->scope();
        $last = $this->model->max($scope) + 1;
        if ($held->raw !== null) {
            $this->model->rows[$held->label] = [$scope, $held->raw[0]];
        } else {
            $this->model->insert($held->label, $scope, match ($held->intent[0] ?? $this->shape->addNewAt) {
                'at' => min($held->intent[1], $last),
                'top' => $this->model->first,
                'bottom' => $last,
                'out', 'none' => null,
            });
        }
    }

    private function storeChanged(Held $held): void
    {
        [$from, $rank] = $this->model->rows[$held->label];
        $to = array_replace($from, $held->scope);
        if ($held->intent === null) {
            if ($held->raw !== null) {
                $this->model->rows[$held->label] = [$to, $held->raw[0]];
            } elseif ($to !== $from) {
                $this->model->move($held->label, $to, $this->model->max($to) + 1);
            }

            return;
        }
        $this->model->remove($held->label);
        $last = $this->model->max($to) + 1;
        $this->model->insert($held->label, $to, match ($held->intent[0]) {
            'at' => min($held->intent[1], $last),
            'bottom' => $last,
            'out' => null,
        });
    }

    private function move(): void
    {
        $held = mt_rand(0, 30) === 0
            ? self::any(array_filter($this->held, static fn (Held $held): bool => $held->label === null))
            : $this->pick();
        if ($held === null) {
            return;
        }
        $how = self::any(['moveUp', 'moveDown', 'moveToTop', 'moveToBottom', 'moveToRank', 'moveToRank']);
        $rank = $first = $this->model->first;
        if ($held->label === null) {
            $this->throws('Cannot move an unsaved object', fn () => $how === 'moveToRank' ? $held->object->moveToRank(1) : $held->object->$how());

            return;
        }
        [$from, $old] = $this->model->rows[$held->label];
        $to = array_replace($from, $held->scope);
        $last = $this->model->max($to) + ($to === $from ? 0 : 1);
        if ($how === 'moveToRank') {
            $rank = mt_rand($first - (mt_rand(0, 4) === 0 ? 1 : 0), max($first, $last + (mt_rand(0, 4) === 0 ? 1 : 0)));
        }
        $this->note('%s %s %s', $held->label, $how, $rank);
        $this->touched[] = $held->label;
        if ($old !== null) {
            $held->remember();
        }
        $failed = $this->throws(match (true) {
            $old === null => 'Object is not in a list',
            $how === 'moveToRank' && ($rank < $first || $rank > $last) => 'Invalid rank',
            $to !== $from && $this->model->isFull($to) => 'The list of table',
            default => null,
        }, fn () => $how === 'moveToRank' ? $held->object->moveToRank($rank) : $held->object->$how(), true);
        if ($failed) {
            array_pop($held->saves);

            return;
        }
        $new = match ($how) {
            'moveToRank' => $rank,
            'moveToTop' => $first,
            'moveToBottom' => $last,
            'moveUp' => max($first, min($last, $old - 1)),
            'moveDown' => max($first, min($last, $old + 1)),
        };
        if ($to === $from && $new === $old) {
            array_pop($held->saves);
            $held->intent = $held->raw = null;
            $held->seen = [$from, $old];

            return;
        }
        $this->model->move($held->label, $to, $new);
        $held->saved(...$this->model->rows[$held->label]);
    }

    private function swap(): void
    {
        $one = $this->pick();
        $other = mt_rand(0, 30) === 0
            ? self::any(array_filter($this->held, static fn (Held $held): bool => $held->label === null))
            : $this->pick();
        if ($one === null || $other === null) {
            return;
        }
        $this->note('%s %s', $one->label, $other->label ?? '-');
        if ($other->label === null) {
            $this->throws('Cannot swap an unsaved object', fn () => $one->object->swapWith($other->object));

            return;
        }
        $this->touched = [$one->label, $other->label];
        if ($one->label === $other->label) {
            $one->object->swapWith($other->object);

            return;
        }
        $isOut = $this->model->rows[$one->label][1] === null || $this->model->rows[$other->label][1] === null;
        if (!$isOut) {
            $one->remember();
            $other->remember();
        }
        if ($this->throws($isOut ? 'Object is not in a list' : null, fn () => $one->object->swapWith($other->object), true)) {
            return;
        }
        $this->model->swap($one->label, $other->label);
        $one->saved(...$this->model->rows[$one->label]);
        $other->saved(...$this->model->rows[$other->label]);
    }

    private function delete(): void
    {
        $held = $this->pick();
        if ($held !== null) {
            $this->note('%s', $held->label);
            $held->remember();
            $held->object->delete();
            $this->model->remove($held->label);
        }
    }

    private function reload(): void
    {
        $held = $this->pick();
        // In a transaction it would read what a rollback takes back.
        if ($held !== null && !$this->con->isInTransaction()) {
            $this->note('%s', $held->label);
            $held->object->reload();
            $held->saved(...$this->model->rows[$held->label]);
        }
    }

    private function copy(): void
    {
        $held = $this->pick();
        if ($held === null || count($this->model->rows) > self::MAX_ROWS) {
            return;
        }
        $object = $this->newObject($held->object->copy());
        $copy = new Held($object, null, array_map(static fn (): ?int => null, $this->shape->scopes), null);
        $copy->scope = $held->scope();
        $this->note('%s as %s', $held->label, $object->getTitle());
        $this->held[] = $copy;
        $this->store($copy);
        if ($this->isPooled($held)) {
            $held->seen = $this->model->rows[$held->label];
        }
    }

    /** Hooks say no: nothing happens, and what was asked for still waits. */
    private function veto(): void
    {
        $held = $this->pick();
        if ($held === null || $this->model->rows[$held->label][1] === null) {
            return;
        }
        $how = self::any(['save', 'moveToTop', 'moveToBottom', 'delete']);
        $this->note('%s %s', $held->label, $how);
        [$from, $rank] = $this->model->rows[$held->label];
        ($this->shape->class)::$on = ['preSave' => static fn (): bool => false, 'preDelete' => static fn (): bool => false];
        try {
            $held->object->$how();
        } finally {
            ($this->shape->class)::$on = [];
        }
        if ($how !== 'save' && $how !== 'delete') {
            $this->touched[] = $held->label;
            $held->intent = $held->raw = null;
            $held->seen = [$from, $rank];
        }
    }

    /** What an object says of its neighbours. */
    private function look(): void
    {
        $held = $this->pick();
        if ($held === null) {
            return;
        }
        $rank = $held->rank();
        $this->note('%s', $held->label);
        if ($this->shape->fractional && !($held->isClean() && $this->isPooled($held))) {
            return;
        }
        $this->is($held->object->isFirst(), $rank === $this->model->first, 'isFirst');
        $this->is($held->object->isLast(), $rank !== null && $rank === $this->model->max($held->scope()), 'isLast');
        if (!$held->isClean() || $held->seen !== $this->model->rows[$held->label]) {
            return;
        }
        $members = $this->model->members($held->seen[0]);
        $neighbour = fn (int $offset): ?string => $rank === null ? null : $members[$rank - $this->model->first + $offset] ?? null;
        $this->is($held->object->getNext()?->getTitle(), $neighbour(1), 'getNext');
        $this->is($held->object->getPrevious()?->getTitle(), $neighbour(-1), 'getPrevious');
    }
}
