<?php

declare(strict_types=1);

use Bookstore\BookQuery;

require __DIR__ . '/autoload.php';
require __DIR__ . '/generated-conf/config.php';

foreach (BookQuery::create()->joinWithAuthor()->orderByTitle()->find() as $book) {
    echo "{$book->getTitle()} by {$book->getAuthor()->getName()}\n";
}
