<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\Criteria;

/** Bottles in crates, both with soft_delete. The model: label, crate and whether it is marked, of each bottle; the crates that are marked. */
final class DeletionWalk extends Walk
{
    private const LABELS = ['a', 'b', 'c'];

    /** @var array<int, bool> */
    private array $crates = [];

    protected function start(): void
    {
        foreach (self::LABELS as $label) {
            $crate = (new Crate())->setLabel($label);
            $crate->save();
            $this->crates[$crate->getId()] = false;
        }
    }

    protected function rolledBack(): void
    {
        foreach ($this->con->query('SELECT id, deleted_at FROM crate') as [$id, $date]) {
            $this->crates[(int) $id] = $date !== null;
        }
    }

    protected function operations(): array
    {
        return [
            'insert' => fn () => $this->insert(),
            'insert more' => fn () => $this->insert(),
            'delete' => fn () => $this->with(function (Bottle $bottle): void {
                $bottle->delete();
                $this->model[$bottle->getId()][2] = true;
            }),
            'unDelete' => fn () => $this->with(function (Bottle $bottle): void {
                $bottle->unDelete();
                $this->model[$bottle->getId()][2] = false;
            }),
            'forceDelete' => fn () => $this->with(function (Bottle $bottle): void {
                $bottle->forceDelete();
                unset($this->model[$bottle->getId()]);
            }),
            'delete by query' => fn () => $this->byLabel(
                static fn (BottleQuery $query) => $query->delete(),
                static fn (array $row): array => [$row[0], $row[1], true],
            ),
            'unDelete by query' => fn () => $this->byLabel(
                static fn (BottleQuery $query) => $query->unDelete(),
                static fn (array $row): array => [$row[0], $row[1], false],
            ),
            'update by query' => fn () => $this->byLabel(
                static fn (BottleQuery $query) => $query->update(['Label' => 'c']),
                static fn (array $row): array => [$row[2] ? $row[0] : 'c', $row[1], $row[2]],
            ),
            'mark a crate' => function (): void {
                $id = array_rand($this->crates);
                $crate = CrateQuery::create()->includeDeleted()->findPk($id);
                $this->crates[$id] ? $crate->unDelete() : $crate->delete();
                $this->crates[$id] = !$this->crates[$id];
            },
            'look' => fn () => $this->look(),
        ];
    }

    /** What the queries of the model say must be what the arrays say. */
    private function look(): void
    {
        $seen = array_filter($this->model, static fn (array $row): bool => !$row[2]);
        $crates = array_keys(array_filter($this->crates, static fn (bool $marked): bool => !$marked));
        $crate = array_rand($this->crates);
        $inCrate = array_filter($seen, static fn (array $row): bool => $row[1] === $crate);
        $withCrate = array_filter($seen, static fn (array $row): bool => in_array($row[1], $crates, true));
        $id = $this->anyId();
        $facts = [
            'count' => [BottleQuery::create()->count(), count($seen)],
            'all' => [BottleQuery::create()->includeDeleted()->count(), count($this->model)],
            'ids' => [array_map(intval(...), BottleQuery::create()->select('Id')->orderById()->find()->getData()), self::sorted(array_keys($seen))],
            'key' => [$id === null ? null : BottleQuery::create()->findPk($id)?->getId(), isset($seen[$id]) ? $id : null],
            'relation' => [CrateQuery::create()->includeDeleted()->findPk($crate)->countBottles(), count($inCrate)],
            'join' => [BottleQuery::create()->joinCrate(null, Criteria::INNER_JOIN)->count(), count($withCrate)],
            'left join' => [BottleQuery::create()->joinCrate(null, Criteria::LEFT_JOIN)->count(), count($seen)],
            'exists' => [
                CrateQuery::create()->includeDeleted()->filterById($crate)->useBottleExistsQuery()->endUse()->count(),
                $inCrate === [] ? 0 : 1,
            ],
            'parent' => [
                $id === null ? null : BottleQuery::create()->includeDeleted()->findPk($id)->getCrate()?->getId(),
                $id === null || !in_array($this->model[$id][1], $crates, true) ? null : $this->model[$id][1],
            ],
        ];
        foreach ($facts as $name => [$found, $expected]) {
            if ($found !== $expected) {
                throw new LogicException("step $this->step: $name is " . json_encode($found) . ' and not ' . json_encode($expected));
            }
        }
    }

    protected function rows(): array
    {
        $rows = [];
        foreach ($this->con->query('SELECT id, label, crate_id, deleted_at FROM bottle') as [$id, $label, $crate, $date]) {
            $rows[$id] = [$label, (int) $crate, $date !== null];
        }
        ksort($rows);

        return $rows;
    }

    protected function expected(): array
    {
        ksort($this->model);

        return $this->model;
    }

    private function insert(): void
    {
        if (count($this->model) < 40) {
            $crate = array_rand($this->crates);
            $bottle = (new Bottle())->setLabel(self::LABELS[array_rand(self::LABELS)])->setCrateId($crate);
            $bottle->save();
            $this->model[$bottle->getId()] = [$bottle->getLabel(), $crate, false];
        }
    }

    /** @param Closure(Bottle): void $change */
    private function with(Closure $change): void
    {
        $id = $this->anyId();
        if ($id !== null) {
            $change(BottleQuery::create()->includeDeleted()->findPk($id));
        }
    }

    private function byLabel(Closure $write, Closure $expected): void
    {
        $label = self::LABELS[array_rand(self::LABELS)];
        $write(BottleQuery::create()->filterByLabel($label));
        foreach ($this->model as $id => $row) {
            if ($row[0] === $label) {
                $this->model[$id] = $expected($row);
            }
        }
    }

    /**
     * @param list<int> $ids
     * @return list<int>
     */
    private static function sorted(array $ids): array
    {
        sort($ids);

        return $ids;
    }
}
