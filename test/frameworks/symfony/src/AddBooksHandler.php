<?php

declare(strict_types=1);

namespace App;

use App\Message\AddBooks;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use DomainException;
use Symfony\Component\Messenger\Attribute\AsMessageHandler;

#[AsMessageHandler]
final class AddBooksHandler
{
    public function __construct(private readonly AuthorQuery $authors)
    {
    }

    public function __invoke(AddBooks $message): void
    {
        $author = $this->authors->findOne();
        foreach ($message->titles as $title) {
            if ($title === '') {
                throw new DomainException('A book has a title.');
            }
            (new Book())->setTitle($title)->setAuthor($author)->save();
        }
    }
}
