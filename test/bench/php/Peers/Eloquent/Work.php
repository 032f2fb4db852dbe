<?php

declare(strict_types=1);

namespace Orm\Bench\Peers\Eloquent;

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Connection;
use Orm\Bench\CommonWork;
use PDO;

/** Eloquent, which keeps no objects. */
final class Work implements CommonWork
{
    private readonly Connection $connection;

    public function __construct(PDO $pdo)
    {
        $manager = new Manager();
        $manager->addConnection(['driver' => 'sqlite', 'database' => ':memory:']);
        $manager->bootEloquent();
        $this->connection = $manager->getConnection();
        $this->connection->setPdo($pdo);
    }

    public function insertParentAndChild(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            $this->connection->transaction(static function () use ($i): void {
                $author = new Author();
                $author->name = "Name $i";
                $author->email = "email$i@example.org";
                $author->save();
                $book = new Book();
                $book->title = "Title $i";
                $book->isbn = "isbn-$i";
                $book->pages = $i;
                $book->author()->associate($author);
                $book->save();
            });
        }
    }

    public function findByKey(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            Book::find($i % 1000 + 1);
        }
    }

    public function countWithOr(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            Book::where('title', "Title $i")->orWhere('pages', '>', $i % 500)->count();
        }
    }

    public function hydrateFive(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            Book::where('id', '>', $i % 900)->orderBy('id')->limit(5)->get();
        }
    }

    /** By two queries: it has no other way to read both sides into objects. */
    public function joinBothSides(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            Book::with('author')->where('title', 'Title ' . $i % 3)->first();
        }
    }

    public function hydrateAll(): iterable
    {
        return Book::all();
    }

    public function saveCollection(int $size): iterable
    {
        $books = [];
        for ($i = 0; $i < $size; $i++) {
            $book = new Book();
            $book->title = "Title $i";
            $book->isbn = "isbn-$i";
            $book->pages = $i;
            $book->author_id = 1;
            $books[] = $book;
        }
        $this->connection->transaction(static function () use ($books): void {
            foreach ($books as $book) {
                $book->save();
            }
        });

        return $books;
    }
}
