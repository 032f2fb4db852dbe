<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use ArrayObject;
use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Collection\ObjectCombinationCollection;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Orm;
use Orm\Tests\Support\Canary;

abstract class CollectionTest extends DatabaseTestCase
{
    public function testManyNewObjectsGoOutInFewStatementsAndGetTheirKeys(): void
    {
        $author = $this->author();
        $books = new ObjectCollection();
        $books->setModel(Book::class);
        for ($i = 0; $i < 600; $i++) {
            $books[] = (new Book())->setTitle("Title $i")->setPages($i)->setAuthorId($author->getId());
        }
        $this->con->useDebug();
        $books->save();
        self::assertLessThan(Orm::$hasShortcuts ? 10 : 610, $this->con->getQueryCount());
        self::assertCount(600, array_unique($books->getPrimaryKeys()));
        BookTableMap::clearInstancePool();
        foreach ([0, 249, 250, 599] as $i) {
            $found = BookQuery::create()->findPk($books[$i]->getId());
            self::assertSame("Title $i", $found->getTitle());
        }
        self::assertFalse($books[5]->isNew());
        self::assertFalse($books[5]->isModified());
        self::assertTrue($books->contains($found));
    }

    public function testMixedObjectsAreSavedInTheirOrder(): void
    {
        $old = $this->author('Old');
        $objects = new ObjectCollection([
            (new Author())->setName('A'),
            (new Author())->setName('B'),
            $old->setName('Older'),
            (new Author())->setName('C')->setEmail('c@x'),
            (new Author())->setName('D')->addBook((new Book())->setTitle('One')),
        ]);
        $objects->setModel(Author::class);
        $objects->save();
        self::assertSame(
            ['Older', 'A', 'B', 'C', 'D'],
            AuthorQuery::create()->orderById()->select('Name')->find()->getData(),
        );
        self::assertSame(1, BookQuery::create()->count());
    }

    public function testAFailingRowRollsBackAllAndRestoresTheObjects(): void
    {
        $author = $this->author();
        $books = new ObjectCollection();
        $books->setModel(Book::class);
        for ($i = 0; $i < 300; $i++) {
            $books[] = (new Book())
                ->setTitle("Title $i")
                ->setIsbn($i === 299 ? '0' : (string) $i)
                ->setAuthorId($author->getId());
        }
        try {
            $books->save();
            self::fail('The last isbn exists already');
        } catch (UniqueViolation $violation) {
            self::assertInstanceOf(OrmException::class, $violation, 'as by the save() of an object');
            self::assertStringStartsWith('INSERT failed: INSERT INTO book ', $violation->getMessage());
            self::assertSame(0, BookQuery::create()->count());
            self::assertTrue($books[0]->isNew());
            self::assertNull($books[0]->getId());
        }
        $books[299]->setIsbn('299');
        $books->save();
        self::assertSame(300, BookQuery::create()->count());
    }

    public function testDeleteAndKeyedCopies(): void
    {
        $this->author('A');
        $this->author('B');
        $authors = AuthorQuery::create()->orderByName()->find();
        self::assertSame(['A', 'B'], $authors->getColumnValues('Name'));
        self::assertSame(['A' => 1, 'B' => 2], $authors->toKeyValue('Name', 'Id'));
        self::assertSame([1, 2], array_keys($authors->toKeyIndex()));
        self::assertSame(['Author_0', 'Author_1'], array_keys($authors->getPrimaryKeys()));
        self::assertSame('B', json_decode($authors->toJSON(), true)['Authors'][1]['Name']);
        $authors->delete();
        self::assertSame(0, AuthorQuery::create()->count());
    }

    /** The end of a script in a value must not end the script in which a page has the JSON. */
    public function testJsonContainsNoEndOfAScript(): void
    {
        $name = '</script><script>alert(1)</script>';
        $author = $this->author($name);
        $authors = AuthorQuery::create()->find();
        $arrays = AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ARRAY)->find();
        foreach (
            [
                $author->toJSON(), $author->exportTo('JSON'), $authors->toJSON(), $authors->exportTo('JSON'),
                $arrays->toJSON(),
            ] as $json
        ) {
            self::assertStringNotContainsString('</', $json);
            self::assertStringContainsString('<\/script>', $json);
        }
        self::assertSame($name, (new Author())->fromJSON($author->toJSON())->getName());
    }

    public function testContainsFollowsObjectsThatGetAKey(): void
    {
        $author = (new Author())->setName('A');
        $authors = new ObjectCollection([$author]);
        self::assertTrue($authors->contains($author));
        $author->save();
        AuthorTableMap::clearInstancePool();
        self::assertTrue($authors->contains(AuthorQuery::create()->findPk($author->getId())));
        self::assertFalse($authors->contains(new Author()));
        $authors->removeObject($author);
        self::assertTrue($authors->isEmpty());
    }

    public function testSearchFindsWhatIsThereAfterAnyChanges(): void
    {
        // Two objects for each of ten rows.
        $authors = [];
        foreach (range(0, 19) as $i) {
            $authors[] = $author = (new Author())->setId($i % 10 + 1);
            $author->setNew(false);
        }
        mt_srand(5);
        $list = new ObjectCollection();
        foreach (range(1, 600) as $step) {
            $keys = array_keys($list->getData());
            match (mt_rand(0, 3)) {
                0, 1 => $list->append($authors[mt_rand(0, 19)]),
                2 => $keys === [] ? null : $list->remove($keys[array_rand($keys)]),
                default => $list->removeObject($authors[mt_rand(0, 19)]),
            };
            $author = $authors[mt_rand(0, 19)];
            $same = array_keys($list->getData(), $author, true);
            $equal = array_keys(array_filter(
                $list->getData(),
                static fn (Author $one): bool => $one->getId() === $author->getId(),
            ));
            self::assertContains($list->search($author), $same ?: $equal ?: [false], "step $step");
        }
    }

    public function testThePoolDoesNotGrowWithManySaves(): void
    {
        $this->con->beginTransaction();
        $save = static function (int $count): void {
            for ($i = 0; $i < $count; $i++) {
                (new Author())->setName('A')->save();
            }
        };
        $save(5000);
        $before = memory_get_usage();
        $save(5000);
        self::assertLessThan(1_500_000, memory_get_usage() - $before);
        self::assertLessThan(4000, count(AuthorTableMap::$instances));
        $this->con->rollBack();
    }

    public function testObjectsInUseStayTheSame(): void
    {
        $held = $this->author('Held');
        for ($i = 0; $i < 5000; $i++) {
            (new Author())->setId(10000 + $i)->setNew(false);
            $object = new Author();
            $object->hydrate([10000 + $i, 'x', null]);
            AuthorTableMap::addInstanceToPool($object);
        }
        self::assertSame($held, AuthorQuery::create()->findPk($held->getId()));
    }

    /** To make an object is to run code of its class. */
    public function testUnserializeMakesNoObjectsOfOtherClasses(): void
    {
        $books = new ObjectCollection([$this->book('One', 1)], Book::class);
        $copy = new ObjectCollection();
        $copy->unserialize($books->serialize());
        self::assertSame('One', $copy->getFirst()->getTitle());
        self::assertSame('\\' . Book::class, $copy->getFullyQualifiedModel());
        $tuples = new ObjectCombinationCollection([[$this->author(), 5]]);
        $again = new ObjectCombinationCollection();
        $again->unserialize($tuples->serialize());
        self::assertSame(5, $again->getData()[0][1]);
        $book = $this->book('Two', 2);
        $book->setVirtualColumn('Seen', new Canary());
        $hostile = [
            'element' => new ObjectCollection([new Canary()], Book::class),
            'in a row' => new ArrayCollection([['Id' => new Canary()]], Book::class),
            'without a model' => new Collection([[new Canary()]]),
            'in an object' => new ObjectCollection([$book], Book::class),
            'class of PHP' => new Collection([new ArrayObject([1])]),
            'other model' => new ObjectCollection([$this->author()], Book::class),
            'model that is none' => new ObjectCollection([new Canary()], Canary::class),
        ];
        $texts = array_map(static fn (Collection $one): ?string => $one->serialize(), $hostile);
        $texts['model of the collection'] = (new ObjectCollection([$this->author()], Author::class))->serialize();
        unset($hostile, $book);
        foreach ($texts as $name => $text) {
            foreach ([new Collection(), new ObjectCollection([], Book::class)] as $collection) {
                if ($name === 'model of the collection' && $collection::class === Collection::class) {
                    continue;
                }
                Canary::$lives = false;
                try {
                    $collection->unserialize($text);
                    self::fail($name);
                } catch (UnexpectedValueException $refusal) {
                    self::assertStringContainsString('holds an object of class', $refusal->getMessage());
                }
                self::assertFalse(Canary::$lives, $name);
                self::assertCount(0, $collection);
            }
        }
        foreach (['', 'x', 'a:0:{}', 'a:2:{s:4:"data";a:0:{}', null, 5, 'O:8:"stdClass":0:{}'] as $text) {
            try {
                (new Collection())->unserialize($text);
                self::fail((string) $text);
            } catch (InvalidArgumentException | UnexpectedValueException $refusal) {
                self::assertNotSame('', $refusal->getMessage());
            }
        }
    }

    public function testAKeyIsTheSameAsThatOfAnArray(): void
    {
        $authors = [new Author(), new Author()];
        $list = new ObjectCollection([$authors[0]]);
        $list['1'] = $authors[1];
        self::assertSame(1, $list->search($authors[1]));
        self::assertSame([0, 1], array_keys($list->getData()));
        $this->expectExceptionMessage('is not a valid key of a collection');
        $list[(string) PHP_INT_MAX] = $authors[1];
    }

    public function testReadOfAnUnknownKeyThrows(): void
    {
        $this->expectException(\Orm\Runtime\Exception\UnexpectedValueException::class);
        AuthorQuery::create()->find()->get(5);
    }

    public function testAnObjectThatWasDeletedCannotBeSaved(): void
    {
        $author = $this->author();
        $author->delete();
        $this->expectException(OrmException::class);
        (new ObjectCollection([$author]))->save($this->con);
    }
}
