<?php

declare(strict_types=1);

namespace Orm\Bench;

use Bench\Author;
use Bench\Book;
use Bench\BookQuery;
use Bench\Item;
use Bench\ItemQuery;
use Bench\Map\AuthorTableMap;
use Bench\Map\BookTableMap;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Orm;

/** The same through generated models. Pools are emptied, so that every object is made of a row. */
final class Models implements Work
{
    public function insertParentAndChild(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            $author = new Author();
            $author->setName("Name $i");
            $author->setEmail("email$i@example.org");
            $book = new Book();
            $book->setTitle("Title $i");
            $book->setIsbn("isbn-$i");
            $book->setPages($i);
            $book->setAuthor($author);
            $book->save();
        }
    }

    public function insertInOneTransaction(int $times): void
    {
        Orm::getConnection('bench')->transaction(static function () use ($times): void {
            for ($i = 0; $i < $times; $i++) {
                $author = new Author();
                $author->setName("Name $i");
                $author->setEmail("email$i@example.org");
                $author->save();
            }
        });
    }

    public function findByKey(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            BookTableMap::clearInstancePool();
            BookQuery::create()->findPk($i % 1000 + 1);
        }
    }

    public function countWithOr(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            BookQuery::create()->filterByTitle("Title $i")->_or()->filterByPages($i % 500, '>')->count();
        }
    }

    public function countNamedConditions(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            BookQuery::create()
                ->condition('title', 'Book.Title = ?', "Title $i")
                ->condition('pages', 'Book.Pages > ?', $i % 500)
                ->where(['title', 'pages'], 'or')
                ->count();
        }
    }

    public function hydrateFiveByClause(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            BookTableMap::clearInstancePool();
            BookQuery::create()->where('Book.Id > ?', $i % 900)->orderById()->limit(5)->find();
        }
    }

    public function hydrateFive(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            BookTableMap::clearInstancePool();
            BookQuery::create()->filterById($i % 900, '>')->orderById()->limit(5)->find();
        }
    }

    public function joinBothSides(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            BookTableMap::clearInstancePool();
            AuthorTableMap::clearInstancePool();
            BookQuery::create()->filterByTitle('Title ' . $i % 3)->joinWithAuthor()->findOne();
        }
    }

    public function hydrateAll(): iterable
    {
        return BookQuery::create()->find();
    }

    public function holdAll(): iterable
    {
        return $this->hydrateAll();
    }

    public function saveCollection(int $size): iterable
    {
        $books = new ObjectCollection();
        $books->setModel(Book::class);
        for ($i = 0; $i < $size; $i++) {
            $book = new Book();
            $book->setTitle("Title $i");
            $book->setIsbn("isbn-$i");
            $book->setPages($i);
            $book->setAuthorId(1);
            $books[] = $book;
        }
        $books->save();

        return $books;
    }

    public function appendToLists(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            $this->append($i);
        }
    }

    public function appendInOneTransaction(int $times): void
    {
        Orm::getConnection('bench')->transaction(function () use ($times): void {
            for ($i = 0; $i < $times; $i++) {
                $this->append(20 * $i);
            }
        });
    }

    private function append(int $i): void
    {
        $item = new Item();
        $item->setTitle("Item $i");
        $item->setListId($i % 20);
        $item->save();
    }

    public function moveInList(int $times): void
    {
        $this->moveItems(ItemQuery::create()->select(['Id'])->orderById()->find()->getData(), $times);
    }

    /** @return list<Item> */
    public function moveInListOfHeldObjects(int $times): array
    {
        $items = ItemQuery::create()->orderById()->find()->getData();
        $this->moveItems(array_map(static fn (Item $item): int => $item->getId(), $items), $times);

        return $items;
    }

    /** @param list<int> $ids */
    private function moveItems(array $ids, int $times): void
    {
        foreach (Moves::of(count($ids), $times) as [$position, $rank]) {
            ItemQuery::create()->findPk($ids[$position])->moveToRank($rank);
        }
    }
}
