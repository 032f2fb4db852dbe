<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;

abstract class ModelTest extends DatabaseTestCase
{
    public function testSaveInsertsParentAndChildAndCopiesTheKey(): void
    {
        $author = (new Author())->setName('Ann');
        $book = (new Book())->setTitle('One')->setPages('12')->setAuthor($author);

        self::assertSame(2, $book->save());
        self::assertSame($author->getId(), $book->getAuthorId());
        self::assertIsInt($book->getId());
        self::assertFalse($book->isNew());
        self::assertFalse($book->isModified());
        self::assertSame(12, $book->getPages());
    }

    public function testSaveOfAParentSavesItsChildren(): void
    {
        $author = (new Author())->setName('Ann');
        $author->addBook((new Book())->setTitle('One'))->addBook((new Book())->setTitle('Two'));

        self::assertSame(3, $author->save());
        self::assertSame(2, BookQuery::create()->filterByAuthor($author)->count());
    }

    public function testSaveWritesModifiedColumnsOnly(): void
    {
        $book = $this->book('One', 3);
        $this->con->useDebug();
        $book->setTitle('Uno');

        self::assertSame([BookTableMap::COL_TITLE], $book->getModifiedColumns());
        self::assertSame(1, $book->save());
        self::assertSame(
            "UPDATE book SET title='Uno' WHERE book.id=" . $book->getId(),
            $this->con->getLastExecutedQuery(),
        );
        self::assertSame(0, $book->save());
    }

    public function testAChangedKeyUpdatesTheRightRow(): void
    {
        $book = $this->book('One');
        $book->setId(77);
        self::assertSame(1, $book->save());
        BookTableMap::clearInstancePool();
        self::assertSame('One', BookQuery::create()->findPk(77)->getTitle());
        self::assertSame(1, BookQuery::create()->count());
    }

    public function testAnExplicitAutoIncrementKeyIsRefused(): void
    {
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('Column author.id is auto-increment and must stay empty on insert');
        (new Author())->setId(5)->setName('Ann')->save();
    }

    public function testFindPkUsesThePoolUntilItIsCleared(): void
    {
        $book = $this->book('One', 5);
        self::assertSame($book, BookQuery::create()->findPk($book->getId()));
        BookTableMap::clearInstancePool();
        $found = BookQuery::create()->findPk($book->getId());
        self::assertNotSame($book, $found);
        self::assertTrue($book->equals($found));
        self::assertSame($book->hashCode(), $found->hashCode());
        self::assertNull(BookQuery::create()->findPk(-1));
        self::assertNull(BookQuery::create()->findPk(null));
    }

    public function testRelationGettersLoadOnceAndBothWays(): void
    {
        $author = $this->author();
        $this->book('One', 1, $author);
        $this->book('Two', 2, $author);
        BookTableMap::clearInstancePool();
        AuthorTableMap::clearInstancePool();
        $book = BookQuery::create()->findOneByTitle('One');
        $this->con->useDebug();

        $loaded = $book->getAuthor();
        self::assertSame('Ann', $loaded->getName());
        self::assertSame(2, $loaded->countBooks());
        self::assertCount(2, $loaded->getBooks());
        $queries = $this->con->getQueryCount();
        self::assertCount(2, $loaded->getBooks());
        self::assertSame(2, $loaded->countBooks());
        self::assertSame($loaded, $loaded->getBooks()[0]->getAuthor());
        self::assertSame($queries, $this->con->getQueryCount());
    }

    public function testGetBooksWithACriteriaDoesNotChangeTheCallersQuery(): void
    {
        $author = $this->author();
        $this->book('One', 1, $author);
        $this->book('Two', 2, $author);
        $query = BookQuery::create()->filterByPages(2);
        self::assertCount(1, $author->getBooks($query));
        self::assertSame(1, $query->size());
        self::assertCount(2, $author->clearBooks()->getBooks());
    }

    public function testRemovedChildrenAreDeletedOnSave(): void
    {
        $author = $this->author();
        $one = $this->book('One', 1, $author);
        $this->book('Two', 2, $author);
        $author->clearBooks();
        $author->removeBook($one);
        self::assertNull($one->getAuthorId());
        self::assertSame(2, BookQuery::create()->count());
        self::assertSame(1, $author->save());
        self::assertSame(['Two'], BookQuery::create()->select('Title')->find()->getData());
    }

    public function testSetBooksReplacesTheChildren(): void
    {
        $author = $this->author();
        $this->book('One', 1, $author);
        $two = $this->book('Two', 2, $author);
        $author->clearBooks();
        $author->setBooks(new ObjectCollection([$two, (new Book())->setTitle('Three')]));
        $author->save();
        self::assertSame(
            ['Three', 'Two'],
            BookQuery::create()->select('Title')->orderByTitle()->find()->getData(),
        );
    }

    public function testDeleteMarksTheObjectAndRemovesTheRow(): void
    {
        $book = $this->book('One');
        $book->delete();
        self::assertTrue($book->isDeleted());
        self::assertSame('One', $book->getTitle());
        self::assertSame(0, BookQuery::create()->count());
        $this->expectException(OrmException::class);
        $book->save();
    }

    public function testReloadReadsTheRowAgain(): void
    {
        $book = $this->book('One', 1);
        $this->con->exec("UPDATE book SET title = 'Changed'");
        $book->setPages(99);
        $book->reload();
        self::assertSame('Changed', $book->getTitle());
        self::assertSame(1, $book->getPages());
        self::assertFalse($book->isModified());
        $this->con->exec('DELETE FROM book');
        $this->expectException(OrmException::class);
        $book->reload();
    }

    public function testDefaultsAreKnownBeforeAndAfterTheInsert(): void
    {
        $book = new Book();
        self::assertSame(0, $book->getPages());
        self::assertTrue($book->hasOnlyDefaultValues());
        $book->setTitle('One')->setAuthor($this->author())->save();
        $book->reload();
        self::assertSame(0, $book->getPages());
    }

    public function testGenericAccess(): void
    {
        $book = $this->book('One', 7);
        self::assertSame('One', $book->getByName('Title'));
        self::assertSame('One', $book->getByName('book.title', TableMap::TYPE_COLNAME));
        self::assertSame(7, $book->getByPosition(3));
        self::assertNull($book->getByPosition(30));
        $book->setByName('pages', '8', TableMap::TYPE_FIELDNAME);
        self::assertSame(8, $book->getPages());
        self::assertSame(
            ['id' => 1, 'title' => 'One', 'isbn' => null, 'pages' => 8, 'author_id' => 1],
            $book->toArray(TableMap::TYPE_FIELDNAME),
        );
        $copy = (new Book())->fromArray(['Title' => 'Two', 'Unknown' => 1, 'Pages' => '9']);
        self::assertSame(['Two', 9], [$copy->getTitle(), $copy->getPages()]);
        $this->expectException(OrmException::class);
        $book->getByName('Nothing');
    }

    public function testExportAndImport(): void
    {
        $book = $this->book('A "quoted" title, with ]]> & <tags>', 7);
        foreach (['JSON', 'XML', 'CSV'] as $format) {
            $text = $book->copy()->exportTo($format);
            $read = (new Book())->importFrom($format, $text);
            self::assertSame($book->getTitle(), $read->getTitle(), $format);
            self::assertSame(7, $read->getPages(), $format);
            self::assertNull($read->getIsbn(), $format);
        }
        self::assertStringContainsString('Pages: 7', $book->toYAML());
        self::assertSame($book->getTitle(), (string) $book);
    }

    public function testVirtualColumnsAndUnknownMethods(): void
    {
        $this->book('One', 3);
        $book = BookQuery::create()->withColumn('Book.Pages * 2', 'Twice')->findOne();
        self::assertEquals(6, $book->getTwice());
        self::assertTrue($book->hasVirtualColumn('Twice'));
        $this->expectException(BadMethodCallException::class);
        $book->toFoo();
    }

    public function testCopyIsNewAndDeepCopiesChildren(): void
    {
        $author = $this->author();
        $this->book('One', 1, $author);
        $author->clearBooks();
        $copy = $author->copy(true);
        self::assertTrue($copy->isNew());
        self::assertNull($copy->getId());
        self::assertSame(2, $copy->save());
        self::assertSame(2, BookQuery::create()->count());
    }

    public function testASerializedObjectComesBackWithoutItsRelations(): void
    {
        $book = $this->book('One', 1);
        $author = $book->getAuthor();
        $back = unserialize(serialize($book));
        self::assertSame('One', $back->getTitle());
        self::assertFalse($back->isNew());
        self::assertSame($author, $book->getAuthor());
    }

    public function testClearGoesBackToAnEmptyObject(): void
    {
        $book = $this->book('One', 1);
        $book->clear();
        self::assertTrue($book->isNew());
        self::assertNull($book->getTitle());
        self::assertSame(0, $book->getPages());
        self::assertFalse($book->isModified());
    }

    public function testARowIsReadAgainAfterItsObjectWasCleared(): void
    {
        $book = $this->book('One', 1);
        $key = $book->getPrimaryKey();
        $book->clear();
        self::assertSame('One', BookQuery::create()->findPk($key)?->getTitle());
        $again = BookQuery::create()->findPk($key);
        $again->setId($key + 100)->clear();
        self::assertSame('One', BookQuery::create()->findPk($key)?->getTitle());
    }

    public function testFindOneOrCreateTakesOverEqualityConditions(): void
    {
        $author = AuthorQuery::create()->filterByName('New')->filterByEmail('x', '<>')->findOneOrCreate();
        self::assertTrue($author->isNew());
        self::assertSame('New', $author->getName());
        self::assertNull($author->getEmail());
    }

    public function testUnicodeAndQuotesSurvive(): void
    {
        $title = "Žluťoučký kůň \u{1F40E} ' \" \\ % _ ?";
        $book = $this->book($title);
        BookTableMap::clearInstancePool();
        self::assertSame($title, BookQuery::create()->findPk($book->getId())->getTitle());
        self::assertSame(1, BookQuery::create()->filterByTitle($title)->count());
    }
}
