<?php

declare(strict_types=1);

namespace App\Tests;

use App\Kernel;
use Bookstore\Author;
use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Symfony\Test\RefreshDatabase;
use Symfony\Bundle\FrameworkBundle\Test\WebTestCase;

/** Each test adds the same book and finds only its own. */
final class BooksTest extends WebTestCase
{
    use RefreshDatabase;

    protected static function getKernelClass(): string
    {
        return Kernel::class;
    }

    /** @dataProvider rounds */
    public function testRequestsSeeTheRowsOfTheirTest(): void
    {
        $client = self::createClient();
        $book = (new Book())->setTitle('Emma')->setAuthor((new Author())->setName('Jane Austen'));
        $book->save();
        $client->request('GET', '/books');
        self::assertSame('["Emma"]', $client->getResponse()->getContent());
        $client->request('POST', '/save', ['title' => 'Persuasion', 'author' => (string) $book->getAuthorId()]);
        $client->request('GET', '/books');
        self::assertSame('["Emma","Persuasion"]', $client->getResponse()->getContent());
    }

    /** @return list<list<int>> */
    public static function rounds(): array
    {
        return [[1], [2]];
    }

    public function testTheRowsAreGone(): void
    {
        self::assertSame(0, BookQuery::create()->count());
    }
}
