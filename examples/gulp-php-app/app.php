<?php

declare(strict_types=1);

use Bookstore\Author;
use Bookstore\Book;
use Bookstore\BookQuery;

require __DIR__ . '/autoload.php';
require __DIR__ . '/generated-conf/config.php';

$author = (new Author())->setName('Mary Shelley');
foreach (['Frankenstein', 'The Last Man'] as $title) {
    (new Book())->setTitle($title)->setAuthor($author)->save();
}
foreach (BookQuery::create()->joinWithAuthor()->orderByTitle()->find() as $book) {
    echo "{$book->getTitle()} by {$book->getAuthor()->getName()}\n";
}
