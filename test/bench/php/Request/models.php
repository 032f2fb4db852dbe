<?php

/** The requests through generated models. Those of Orm and of Propel have the same names and methods. */

declare(strict_types=1);

namespace Orm\Bench\Request;

use Bench\Author;
use Bench\Book;
use Bench\BookQuery;
use Bench\Item;
use Bench\ItemQuery;
use Bench\LabelQuery;
use Bench\Publisher;
use Bench\ReviewQuery;

return new class {
    public function findByKey(int $n): mixed
    {
        return BookQuery::create()->findPk($n);
    }

    public function findByUnique(int $n): mixed
    {
        return BookQuery::create()->filterByIsbn("isbn-$n")->findOne();
    }

    public function joinToOne(int $n): mixed
    {
        return BookQuery::create()->filterByTitle("Title $n")->joinWithAuthor()->findOne();
    }

    public function joinToMany(int $n): iterable
    {
        return BookQuery::create()->filterById($n)->leftJoinWithReview()->find();
    }

    public function clauseWithLimit(int $n): iterable
    {
        return BookQuery::create()->where('Book.Pages > ?', 990)->orderByTitle()->limit(5)->find();
    }

    public function count(int $n): int
    {
        return BookQuery::create()->filterByTitle("Title $n")->_or()->filterByPages($n, '>')->count();
    }

    public function insert(int $n): int
    {
        $author = new Author();
        $author->setName("Name $n");
        $author->setEmail("email$n@example.org");
        $author->save();

        return $author->getId();
    }

    public function update(int $n): int
    {
        return BookQuery::create()->findPk($n)->setTitle("Changed $n")->save();
    }

    public function delete(int $n): void
    {
        ReviewQuery::create()->findPk($n)->delete();
    }

    public function append(int $n): int
    {
        $item = new Item();
        $item->setTitle("Item $n");
        $item->setListId($n % 5);
        $item->save();

        return $item->getId();
    }

    public function move(int $n): void
    {
        ItemQuery::create()->findOneByRank(10, $n % 5)->moveToRank(2);
    }

    public function page(int $n): array
    {
        $book = BookQuery::create()->filterByIsbn("isbn-$n")->joinWithAuthor()->leftJoinWithPublisher()->findOne();

        return [
            $book,
            ReviewQuery::create()->filterByBookId($n)->orderById()->find(),
            ItemQuery::create()->filterByListId($n % 5)->orderByRank()->limit(10)->find(),
        ];
    }

    public function translation(int $n): mixed
    {
        return LabelQuery::create()->filterById($n)->joinWithI18n('en_US')->findOne()->getTitle();
    }

    public function graph(int $n): void
    {
        $author = new Author();
        $author->setName("Name $n");
        $publisher = new Publisher();
        $publisher->setName("Publisher $n");
        foreach (['One', 'Two'] as $title) {
            $book = new Book();
            $book->setTitle($title);
            $book->setPages(1);
            $book->setPublisher($publisher);
            $author->addBook($book);
        }
        $author->save();
    }
};
