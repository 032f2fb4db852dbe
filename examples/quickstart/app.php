<?php

declare(strict_types=1);

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;

require __DIR__ . '/autoload.php';
// The SQLite path in the configuration is relative to this folder.
chdir(__DIR__);
require __DIR__ . '/generated-conf/config.php';

// A new book is saved together with its new author.
$author = (new Author())->setName('Mary Shelley');
$book = (new Book())->setTitle('Frankenstein')->setPages(280)->setAuthor($author);
$book->save();
echo "saved    #{$book->getId()} {$book} by {$book->getAuthor()}\n";

(new Book())->setTitle('The Last Man')->setPages(479)->setAuthor($author)->save();

$thick = BookQuery::create()->filterByPages(['min' => 300])->orderByTitle()->find();
foreach ($thick as $found) {
    echo "found    {$found->getTitle()}, {$found->getPages()} pages\n";
}

$book->setIsbn('978-0-14-143947-1')->save();
echo "updated  {$book->getTitle()}: ISBN {$book->getIsbn()}\n";

echo 'counted  ' . $author->countBooks() . " books by {$author->getName()}\n";

// The schema says onDelete="cascade": the database removes the books as well.
AuthorQuery::create()->findOneByName('Mary Shelley')->delete();
echo 'deleted  the author; ' . BookQuery::create()->count() . " books are left\n";
