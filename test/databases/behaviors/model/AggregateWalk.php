<?php

declare(strict_types=1);

use Orm\Runtime\Collection\ObjectCollection;

/** Books of authors, in shops whose key has two columns. The model: pages, author and shop of each book. */
final class AggregateWalk extends Walk
{
    private const SHOPS = [[1, 'a'], [1, 'b'], [2, 'a']];

    /** @var list<int> */
    private array $authors = [];

    protected function start(): void
    {
        for ($i = 0; $i < 4; $i++) {
            $author = new Author();
            $author->save();
            $this->authors[] = $author->getId();
        }
        foreach (self::SHOPS as [$town, $street]) {
            (new Shop())->setTown($town)->setStreet($street)->save();
        }
    }

    protected function operations(): array
    {
        return [
            'insert' => fn () => $this->insert(),
            'insert several' => fn () => $this->insertSeveral(),
            'move' => fn () => $this->change(function (Book $book): void {
                $this->place($book);
            }),
            'move by relation' => fn () => $this->change(function (Book $book): void {
                $author = $this->anyAuthor();
                $book->setAuthor($author === null ? null : AuthorQuery::create()->findPk($author));
            }),
            'change' => fn () => $this->change(static function (Book $book): void {
                $book->setPages(mt_rand(1, 5));
            }),
            'delete' => fn () => $this->delete(),
            'update by query' => fn () => $this->updatePages(),
            'move by query' => fn () => $this->moveByQuery(),
            'delete by query' => fn () => $this->deleteByQuery(),
        ];
    }

    protected function rows(): array
    {
        $rows = [];
        foreach ($this->con->query('SELECT id, nb, total, most FROM author') as [$id, $nb, $total, $most]) {
            $rows["author $id"] = [(int) $nb, $total === null ? null : (int) $total, $most === null ? null : (int) $most];
            $author = AuthorQuery::create()->findPk($id);
            $rows["author $id in memory"] = [$author->getNb(), $author->getTotal(), $author->getMost()];
        }
        foreach ($this->con->query('SELECT town, street, stock FROM shop') as [$town, $street, $stock]) {
            $rows["shop $town $street"] = (int) $stock;
        }
        $rows['books'] = (int) $this->con->query('SELECT COUNT(*) FROM book')->fetchColumn();
        ksort($rows);

        return $rows;
    }

    protected function expected(): array
    {
        $rows = ['books' => count($this->model)];
        foreach ($this->authors as $id) {
            $pages = array_column(array_filter($this->model, static fn (array $book): bool => $book[1] === $id), 0);
            $long = array_filter($pages, static fn (int $number): bool => $number > 2);
            $values = [count($long), $pages === [] ? null : array_sum($pages), $pages === [] ? null : max($pages)];
            $rows["author $id"] = $rows["author $id in memory"] = $values;
        }
        foreach (self::SHOPS as $shop) {
            $rows["shop $shop[0] $shop[1]"] = count(array_keys(array_column($this->model, 2), $shop, true));
        }
        ksort($rows);

        return $rows;
    }

    private function insert(): void
    {
        if (count($this->model) < 60) {
            $book = (new Book())->setPages(mt_rand(1, 5));
            $this->place($book);
            $book->save();
            $this->note($book);
        }
    }

    private function insertSeveral(): void
    {
        if (count($this->model) < 40) {
            $books = new ObjectCollection();
            $books->setModel(Book::class);
            for ($i = 0; $i < 3; $i++) {
                $books->append($this->place((new Book())->setPages(mt_rand(1, 5))));
            }
            $books->save();
            foreach ($books as $book) {
                $this->note($book);
            }
        }
    }

    /** @param Closure(Book): void $change */
    private function change(Closure $change): void
    {
        $id = $this->anyId();
        if ($id !== null) {
            $book = BookQuery::create()->findPk($id);
            $change($book);
            $book->save();
            $this->note($book);
        }
    }

    private function delete(): void
    {
        $id = $this->anyId();
        if ($id !== null) {
            BookQuery::create()->findPk($id)->delete();
            unset($this->model[$id]);
        }
    }

    private function updatePages(): void
    {
        [$from, $to] = [mt_rand(1, 5), mt_rand(1, 5)];
        BookQuery::create('b')->filterByPages($from)->update(['Pages' => $to]);
        foreach ($this->model as $id => [$pages]) {
            if ($pages === $from) {
                $this->model[$id][0] = $to;
            }
        }
    }

    private function moveByQuery(): void
    {
        [$from, $to, $shop] = [$this->anyAuthor(), $this->anyAuthor(), $this->anyShop()];
        $query = $from === null
            ? BookQuery::create()->filterByAuthorId(null, Orm\Runtime\ActiveQuery\Criteria::ISNULL)
            : BookQuery::create()->filterByAuthorId($from);
        $query->filterByPages(2, '>')->update(['AuthorId' => $to, 'Town' => $shop[0], 'Street' => $shop[1]]);
        foreach ($this->model as $id => [$pages, $author]) {
            if ($author === $from && $pages > 2) {
                $this->model[$id] = [$pages, $to, $shop];
            }
        }
    }

    private function deleteByQuery(): void
    {
        $author = $this->anyAuthor() ?? $this->authors[0];
        BookQuery::create('b')->filterByAuthorId($author)->filterByPages(5)->delete();
        $stays = static fn (array $book): bool => $book[1] !== $author || $book[0] !== 5;
        $this->model = array_filter($this->model, $stays);
    }

    private function place(Book $book): Book
    {
        [$town, $street] = $this->anyShop();

        return $book->setAuthorId($this->anyAuthor())->setTown($town)->setStreet($street);
    }

    private function note(Book $book): void
    {
        $shop = [$book->getTown(), $book->getStreet()];
        $this->model[$book->getId()] = [$book->getPages(), $book->getAuthorId(), $shop];
    }

    private function anyAuthor(): ?int
    {
        return mt_rand(0, 5) === 0 ? null : $this->authors[array_rand($this->authors)];
    }

    /** @return array{int|null, string|null} */
    private function anyShop(): array
    {
        return mt_rand(0, 5) === 0 ? [null, null] : self::SHOPS[array_rand(self::SHOPS)];
    }
}
