<?php

declare(strict_types=1);

use Orm\Runtime\Collection\ObjectCollection;

/** Letters with an archive. The model: the titles of the rows, and under minus their ids those of the archive. */
final class ArchiveWalk extends Walk
{
    protected function operations(): array
    {
        return [
            'insert' => fn () => $this->insert(),
            'change' => fn () => $this->with(function (Letter $letter, int $id): void {
                $letter->setTitle("t$this->step")->save();
                $this->model[$id] = $this->model[-$id] = "t$this->step";
            }),
            'change without archive' => fn () => $this->with(function (Letter $letter, int $id): void {
                $letter->setTitle("t$this->step")->saveWithoutArchive();
                $this->model[$id] = "t$this->step";
            }),
            'archive' => fn () => $this->with(function (Letter $letter, int $id): void {
                $letter->archive();
                $this->model[-$id] = $this->model[$id];
            }),
            'restore' => fn () => $this->with(function (Letter $letter, int $id): void {
                if (isset($this->model[-$id])) {
                    $letter->restoreFromArchive()->save();
                    $this->model[$id] = $this->model[-$id];
                }
            }),
            'delete' => fn () => $this->with(function (Letter $letter, int $id): void {
                $letter->delete();
                $this->forget([$id]);
            }),
            'delete without archive' => fn () => $this->with(function (Letter $letter, int $id): void {
                mt_rand(0, 1) ? $letter->deleteWithoutArchive()
                    : LetterQuery::create()->filterById($id)->deleteWithoutArchive();
                unset($this->model[$id]);
            }),
            'update by query' => fn () => $this->with(function (Letter $letter, int $id): void {
                $title = $this->model[$id];
                LetterQuery::create('l')->filterByTitle($title)->update(['Title' => "t$this->step"]);
                foreach (array_keys($this->model, $title, true) as $same) {
                    if ($same > 0) {
                        $this->model[$same] = $this->model[-$same] = "t$this->step";
                    }
                }
            }),
            'archive by query' => fn () => $this->with(function (Letter $letter, int $id): void {
                LetterQuery::create()->filterById($id, '<=')->archive();
                foreach ($this->ids() as $one) {
                    if ($one <= $id) {
                        $this->model[-$one] = $this->model[$one];
                    }
                }
            }),
            'delete by query' => fn () => $this->with(function (Letter $letter, int $id): void {
                $ids = array_intersect([$id, $id + 1], $this->ids());
                LetterQuery::create()->filterById([$id, $id + 1])->delete();
                $this->forget($ids);
            }),
        ];
    }

    protected function rows(): array
    {
        $rows = [];
        foreach (LetterQuery::create()->find() as $letter) {
            $rows[$letter->getId()] = $letter->getTitle();
        }
        foreach (LetterArchiveQuery::create()->find() as $archived) {
            $rows[-$archived->getId()] = $archived->getArchivedAt() === null ? null : $archived->getTitle();
        }
        ksort($rows);

        return $rows;
    }

    protected function expected(): array
    {
        $rows = $this->model;
        ksort($rows);

        return $rows;
    }

    private function insert(): void
    {
        if (count($this->ids()) < 30) {
            $letters = new ObjectCollection();
            $letters->setModel(Letter::class);
            for ($i = mt_rand(0, 2); $i >= 0; $i--) {
                $letters->append((new Letter())->setTitle("t$this->step"));
            }
            $letters->save();
            foreach ($letters as $letter) {
                $this->model[$letter->getId()] = $letter->getTitle();
                // SQLite gives the id of the last row again when that row was in a transaction that failed.
                unset($this->model[-$letter->getId()]);
                LetterArchiveQuery::create()->filterById($letter->getId())->delete();
            }
        }
    }

    /** @param iterable<int> $ids of rows that are deleted */
    private function forget(iterable $ids): void
    {
        foreach ($ids as $id) {
            $this->model[-$id] = $this->model[$id];
            unset($this->model[$id]);
        }
    }

    /** @return list<int> */
    private function ids(): array
    {
        return array_values(array_filter(array_keys($this->model), static fn (int $id): bool => $id > 0));
    }

    /** @param Closure(Letter, int): mixed $operation */
    private function with(Closure $operation): void
    {
        $ids = $this->ids();
        if ($ids !== []) {
            $id = $ids[array_rand($ids)];
            $operation(LetterQuery::create()->findPk($id), $id);
        }
    }
}
