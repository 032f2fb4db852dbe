<?php

declare(strict_types=1);

/** Entries whose slugs are unique on each shelf. The model: title and shelf of each entry, and the slug it has got. */
final class SlugWalk extends Walk
{
    private const TITLES = ['Hello', 'hello!', 'Hello 1', 'World', 'a%b', 'Été'];
    private const CLEAN = ['hello', 'hello', 'hello-1', 'world', 'a-b', 'ete'];

    protected function operations(): array
    {
        return [
            'insert' => fn () => $this->insert(),
            'insert more' => fn () => $this->insert(),
            'change' => fn () => $this->with(function (Entry $entry): void {
                $entry->setTitle(self::TITLES[array_rand(self::TITLES)]);
            }),
            'move' => fn () => $this->with(static function (Entry $entry): void {
                $entry->setShelf(mt_rand(1, 3));
            }),
            'make anew' => fn () => $this->with(static function (Entry $entry): void {
                $entry->setSlug('');
            }),
            'save unchanged' => fn () => $this->with(static function (): void {
            }),
            'delete' => fn () => $this->delete(),
        ];
    }

    protected function rows(): array
    {
        $rows = [];
        foreach ($this->con->query('SELECT id, title, shelf, slug FROM entry') as [$id, $title, $shelf, $slug]) {
            $clean = self::CLEAN[array_search($title, self::TITLES, true)];
            $isOfTitle = preg_match('/^' . preg_quote($clean, '/') . '(?:-\d+)?$/D', $slug) === 1;
            $rows[$id] = [$title, (int) $shelf, $isOfTitle ? $slug : "$slug is not of $title"];
        }
        ksort($rows);

        return $rows;
    }

    protected function expected(): array
    {
        $places = array_map(static fn (array $row): string => "$row[1] $row[2]", $this->model);
        if ($places !== array_unique($places)) {
            throw new LogicException('a slug is there twice');
        }
        ksort($this->model);

        return $this->model;
    }

    private function insert(): void
    {
        if (count($this->model) < 40) {
            $entry = (new Entry())->setTitle(self::TITLES[array_rand(self::TITLES)])->setShelf(mt_rand(1, 3));
            $entry->save();
            $this->note($entry);
        }
    }

    private function delete(): void
    {
        $id = $this->anyId();
        if ($id !== null && mt_rand(0, 1) === 0) {
            EntryQuery::create()->findPk($id)->delete();
            unset($this->model[$id]);
        }
    }

    private function note(Entry $entry): void
    {
        $this->model[$entry->getId()] = [$entry->getTitle(), $entry->getShelf(), $entry->getSlug()];
    }

    /** @param Closure(Entry): mixed $change */
    private function with(Closure $change): void
    {
        $id = $this->anyId();
        if ($id !== null) {
            $entry = EntryQuery::create()->findPk($id);
            $before = [$entry->getTitle(), $entry->getShelf()];
            $slug = $entry->getSlug();
            $change($entry);
            $isEmpty = $entry->getSlug() === '';
            $entry->save();
            if ($before === [$entry->getTitle(), $entry->getShelf()] && !$isEmpty && $slug !== $entry->getSlug()) {
                throw new LogicException("step $this->step: the slug of $id has changed from $slug to {$entry->getSlug()}");
            }
            $this->note($entry);
        }
    }
}
