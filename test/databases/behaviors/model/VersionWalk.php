<?php

declare(strict_types=1);

/** Pages with versions. The model: title and size of each version of each page, and what the page is without one. */
final class VersionWalk extends Walk
{
    protected function operations(): array
    {
        return [
            'insert' => fn () => $this->insert(),
            'change' => fn () => $this->with(function (Page $page, int $id): void {
                $this->save($page->setTitle("t$this->step"), $id);
            }),
            'change size' => fn () => $this->with(function (Page $page, int $id): void {
                $size = mt_rand(1, 9);
                $isNew = $page->getSize() !== $size;
                $page->setSize($size)->save();
                $isNew && $this->note($page, $id);
            }),
            'save unchanged' => fn () => $this->with(static function (Page $page): void {
                $page->save();
            }),
            'enforce' => fn () => $this->with(fn (Page $page, int $id) => $this->save($page->enforceVersioning(), $id)),
            'go back' => fn () => $this->with(fn (Page $page, int $id) => $this->goBack($page, $id)),
            'without version' => fn () => $this->with(function (Page $page, int $id): void {
                PageQuery::disableVersioning();
                $page->setTitle("u$this->step")->save();
                PageQuery::enableVersioning();
                $this->model[$id]['now'] = [$page->getTitle(), $page->getSize()];
            }),
            'update by query' => fn () => $this->with(function (Page $page, int $id): void {
                PageQuery::create()->filterById($id)->update(['Size' => 77]);
                $page->reload();
                $this->model[$id]['now'][1] = 77;
            }),
            'delete' => fn () => $this->with(function (Page $page, int $id): void {
                $page->delete();
                unset($this->model[$id]);
            }),
        ];
    }

    protected function rows(): array
    {
        $rows = [];
        foreach (PageQuery::create()->find() as $page) {
            $rows[$page->getId()] = ['now' => [$page->getTitle(), $page->getSize()], 'number' => $page->getVersion()];
            $last = $page->getLastVersionNumber();
            if ($last !== $page->getVersion() || !$page->isLastVersion()) {
                $rows[$page->getId()]['last'] = $last;
            }
        }
        foreach (PageVersionQuery::create()->orderById()->orderByVersion()->find() as $version) {
            $rows[$version->getId()][$version->getVersion()] = [$version->getTitle(), $version->getSize()];
            if ($version->getVersionCreatedAt() === null) {
                $rows[$version->getId()]['undated'] = $version->getVersion();
            }
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
        if (count($this->model) < 15) {
            $page = (new Page())->setTitle("t$this->step")->setSize(mt_rand(1, 9));
            $page->save();
            $state = [$page->getTitle(), $page->getSize()];
            $this->model[$page->getId()] = ['now' => $state, 'number' => 1, 1 => $state];
        }
    }

    private function save(Page $page, int $id): void
    {
        $page->save();
        $this->note($page, $id);
    }

    private function note(Page $page, int $id): void
    {
        $state = [$page->getTitle(), $page->getSize()];
        $number = ++$this->model[$id]['number'];
        $this->model[$id] = ['now' => $state, 'number' => $number, $number => $state] + $this->model[$id];
        uksort(
            $this->model[$id],
            static fn (int|string $a, int|string $b): int => (is_int($a) ? $a : -1) <=> (is_int($b) ? $b : -1),
        );
    }

    private function goBack(Page $page, int $id): void
    {
        $number = mt_rand(1, $this->model[$id]['number']);
        $before = [$page->getTitle(), $page->getSize(), $page->getUpdatedAt('U.u')];
        $page->toVersion($number);
        if ([$page->getTitle(), $page->getSize()] !== $this->model[$id][$number]) {
            throw new LogicException("page $id at version $number is not what it was");
        }
        $isChanged = $page->isModified();
        if (!$isChanged && $before !== [$page->getTitle(), $page->getSize(), $page->getUpdatedAt('U.u')]) {
            throw new LogicException("page $id at version $number is changed but not modified");
        }
        $page->save();
        if ($isChanged) {
            $this->note($page, $id);
        }
    }

    /** @param Closure(Page, int): mixed $operation */
    private function with(Closure $operation): void
    {
        $id = $this->anyId();
        if ($id !== null) {
            $operation(PageQuery::create()->findPk($id), $id);
        }
    }
}
