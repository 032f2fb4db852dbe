<?php

declare(strict_types=1);

namespace Orm\Bench\Request;

use Illuminate\Database\Capsule\Manager;
use Orm\Bench\Peers\Eloquent\Author;
use Orm\Bench\Peers\Eloquent\Book;

return static function (string $project, bool $isPersistent): object {
    // Debian's libraries are older than its PHP.
    error_reporting(E_ALL & ~E_DEPRECATED);
    require $project . '/eloquent/vendor/autoload.php';
    [$dsn, $user, $password] = require $project . '/connection.php';
    [$driver, $rest] = explode(':', $dsn, 2);
    parse_str(strtr($rest, ';', '&'), $parts);
    $manager = new Manager();
    $manager->addConnection([
        'driver' => $driver,
        'database' => $parts['dbname'] ?? $rest,
        'username' => $user,
        'password' => $password,
        'options' => [\PDO::ATTR_PERSISTENT => $isPersistent],
    ] + $parts);
    $manager->bootEloquent();

    return new class {
        public function findByKey(int $n): ?Book
        {
            return Book::find($n);
        }

        public function findByUnique(int $n): ?Book
        {
            return Book::where('isbn', "isbn-$n")->first();
        }

        public function joinToOne(int $n): ?Book
        {
            return Book::with('author')->where('title', "Title $n")->first();
        }

        public function clauseWithLimit(int $n): iterable
        {
            return Book::where('pages', '>', 990)->orderBy('title')->limit(5)->get();
        }

        public function count(int $n): int
        {
            return Book::where('title', "Title $n")->orWhere('pages', '>', $n)->count();
        }

        public function insert(int $n): void
        {
            $author = new Author();
            $author->name = "Name $n";
            $author->email = "email$n@example.org";
            $author->save();
        }

        public function update(int $n): void
        {
            $book = Book::find($n);
            $book->title = "Changed $n";
            $book->save();
        }
    };
};
