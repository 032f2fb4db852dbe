<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Bookstore\BookQuery;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use DateTimeZone;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCombinationCollection;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\DebugPDO;
use Orm\Runtime\Connection\ProfilerConnectionWrapper;
use Orm\Runtime\DataFetcher\PDODataFetcher;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Formatter\ArrayFormatter;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Formatter\OnDemandFormatter;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\OrmDateTime;
use Orm\Runtime\Util\Profiler;
use Orm\Tests\Support\MemoryLogger;
use PDO;

/** Members of the runtime that code written for the known API calls or overrides. */
final class KnownMembersTest extends \Orm\Tests\Common\DatabaseTestCase
{
    protected const VENDOR = 'sqlite';

    public function testAllRowsOfAQuery(): void
    {
        $this->author('Ann')->save();
        $this->author('Ben')->save();
        $sql = 'SELECT name, id FROM author ORDER BY name';
        self::assertSame([['Ann', 1], ['Ben', 2]], $this->con->query($sql)->fetchAll());
        self::assertSame(['Ann', 'Ben'], $this->con->query($sql)->fetchAll(PDO::FETCH_COLUMN, 0));
        $fetcher = $this->con->query($sql);
        self::assertInstanceOf(PDODataFetcher::class, $fetcher);
        self::assertSame(PDO::FETCH_NUM, $fetcher->setStyle(PDO::FETCH_ASSOC));
        self::assertSame(['name' => 'Ann', 'id' => 1], $fetcher->fetch());
        self::assertSame('Ben', $fetcher->fetch(PDO::FETCH_BOTH)[0]);
        $statement = $this->con->prepare($sql);
        $statement->execute();
        self::assertSame('name', $statement->getColumnMeta(0)['name']);
        self::assertSame('Ann', $statement->fetchObject('stdClass')->name);
        self::assertSame([['name' => 'Ben', 'id' => 2]], $statement->fetchAll(PDO::FETCH_ASSOC));
    }

    public function testDebugModeEnds(): void
    {
        $con = new DebugPDO($this->con->getWrappedConnection());
        $con->exec('DELETE FROM author');
        self::assertSame([1, 'DELETE FROM author'], [$con->getQueryCount(), $con->getLastExecutedQuery()]);
        $con->useDebug(false);
        self::assertFalse($con->isInDebugMode());
        $con->exec('DELETE FROM author');
        self::assertSame([0, ''], [$con->getQueryCount(), $con->getLastExecutedQuery()]);
    }

    public function testAFailingStatementIsLogged(): void
    {
        $logger = new MemoryLogger();
        $this->con->setLogger($logger);
        try {
            $this->con->exec('DELETE FROM nowhere');
            self::fail('no such table');
        } catch (ExceptionInterface) {
            self::assertStringContainsString('Statement failed: DELETE FROM nowhere', implode("\n", $logger->lines));
        }
    }

    public function testOnlySlowStatementsAreLogged(): void
    {
        $profiler = new class extends Profiler {
            public bool $isSlow = false;

            public function isSlow(): bool
            {
                return $this->isSlow;
            }
        };
        $con = new ProfilerConnectionWrapper($this->con->getWrappedConnection());
        $con->setProfiler($profiler);
        $con->setLogger($logger = new MemoryLogger());
        $con->exec('DELETE FROM book');
        self::assertCount(1, $logger->lines);
        $con->setAttribute('isSlowOnly', true);
        $con->exec('DELETE FROM book');
        self::assertCount(1, $logger->lines);
        $profiler->isSlow = true;
        $con->exec('DELETE FROM author');
        self::assertCount(2, $logger->lines);
        self::assertStringContainsString('DELETE FROM author', $logger->lines[1]);
        $con->setAttribute('isSlowOnly', false);
        $profiler->isSlow = false;
        $con->exec('DELETE FROM author');
        self::assertCount(3, $logger->lines);
    }

    public function testOnlyAttributesThatLookLikeConstantsAreConstants(): void
    {
        $con = new ConnectionWrapper($this->con->getWrappedConnection());
        ConnectionFactory::setAttributes($con, [PDO::ATTR_CASE => 'PDO::CASE_UPPER']);
        self::assertSame(PDO::CASE_UPPER, $con->getAttribute(PDO::ATTR_CASE));
        ConnectionFactory::setAttributes($con, [PDO::ATTR_CASE => '0']);
        self::assertSame(PDO::CASE_NATURAL, $con->getAttribute(PDO::ATTR_CASE));
        $this->expectExceptionMessage('Unknown constant "PDO::NO_SUCH" in the connection attributes');
        ConnectionFactory::setAttributes($con, [PDO::ATTR_CASE => 'PDO::NO_SUCH']);
    }

    public function testCollections(): void
    {
        $collection = new Collection(['a']);
        $collection->set(null, 'b');
        self::assertSame(['a', 'b'], $collection->getData());
        $copy = new Collection();
        $copy->unserialize($collection->serialize());
        self::assertSame(['a', 'b'], $copy->getData());
        $rows = new ArrayCollection([['Id' => 7]], \Bookstore\Book::class);
        $rows[0]['Title'] = 'x';
        self::assertSame(['Book_7' => ['Id' => 7, 'Title' => 'x']], $rows->getArrayCopy('Id', true));
        $tuples = new ObjectCombinationCollection([], \Bookstore\Book::class);
        $tuples->push($author = $this->author(), 5);
        self::assertTrue($tuples->contains($author, 5));
        self::assertSame([[$author->getId(), 5]], $tuples->getPrimaryKeys(false));
        $tuples->removeObject($author, 5);
        self::assertCount(0, $tuples);
    }

    public function testRowsOnDemandAreLetGo(): void
    {
        $this->author('Ann')->save();
        $this->author('Ben')->save();
        $authors = \Bookstore\AuthorQuery::create()->setFormatter(OnDemandFormatter::class)->find();
        $names = [];
        foreach ($authors as $author) {
            $names[] = $author->getName();
            $authors->getIterator()->closeCursor();
        }
        self::assertSame(['Ann'], $names);
    }

    public function testFormattersMakeOneRow(): void
    {
        $query = BookQuery::create();
        $row = [1, 'Emma', null, 3, 2];
        self::assertSame('Emma', (new ObjectFormatter($query))->getAllObjectsFromRow($row)->getTitle());
        self::assertSame('Emma', (new ArrayFormatter($query))->getStructuredArrayFromRow($row)['Title']);
        $at = 0;
        $book = (new ObjectFormatter($query))->getSingleObjectFromRow($row, \Bookstore\Book::class, $at);
        self::assertSame(['Emma', 5], [$book->getTitle(), $at]);
        $this->con->exec('PRAGMA foreign_keys = OFF');
        $this->con->exec("INSERT INTO book (title, author_id) VALUES ('Lost', 99)");
        $books = BookQuery::create()->leftJoinWith('Book.Author')->setFormatter(ArrayFormatter::class)->find();
        self::assertSame([], $books[0]['Author']);
    }

    public function testAnAdapterOfOnesOwn(): void
    {
        $adapter = new class extends SqliteAdapter {
            public function applyLimit(string &$sql, int $offset, int $limit, ?Criteria $criteria = null): void
            {
                $sql .= ' /* own */';
                parent::applyLimit($sql, $offset, $limit, $criteria);
            }

            public function ignoreCase(string $in): string
            {
                return 'LOWER(' . $in . ')';
            }
        };
        $this->author('Ann')->save();
        Orm::getStandardServiceContainer()->setAdapter('bookstore', $adapter);
        $this->con->useDebug(true);
        foreach (['first', 'again'] as $time) {
            self::assertCount(1, \Bookstore\AuthorQuery::create()->filterByName('Ann')->limit(2)->find());
            self::assertStringContainsString('/* own */', $this->con->getLastExecutedQuery(), $time);
        }
        self::assertSame(1, \Bookstore\AuthorQuery::create()->setIgnoreCase(true)->filterByName('ANN')->count());
        self::assertStringContainsString('LOWER(author.name)', $this->con->getLastExecutedQuery());
    }

    public function testMapsAreFilledByHand(): void
    {
        $database = new DatabaseMap('bookstore');
        $shop = $database->addTable('shop');
        $shop->setPhpName('Shop');
        $shop->addPrimaryKey('ID', 'Id', 'INTEGER', true);
        $column = new ColumnMap('CITY_ID', $shop, 'CityId', 'INTEGER');
        $column->setNotNull(true);
        $column->setDefaultValue(4);
        self::assertSame($column, $shop->addConfiguredColumn($column));
        self::assertTrue($shop->hasColumn($column));
        self::assertTrue($shop->hasColumn('cityId'));
        self::assertFalse($shop->hasColumn('cityId', false));
        self::assertFalse($shop->hasPrimaryStringColumn());
        self::assertSame(['shop', 'Shop'], [$shop->getNameOrFail(), $shop->getPhpNameOrFail()]);
        $city = $database->addTable('city');
        $id = $city->addPrimaryKey('ID', 'Id', 'INTEGER', true);
        $relation = new RelationMap('City', $shop, $city);
        $relation->setType(RelationMap::MANY_TO_ONE);
        $relation->addColumnMapping($column, $id);
        self::assertSame(['shop.CITY_ID' => 'city.ID'], $relation->getColumnMappings());
        self::assertSame([$city, [$id]], [$relation->getRightTable(), $relation->getRightColumns()]);
        $back = $city->addRelation('Shop', 'shop', RelationMap::ONE_TO_MANY, [[':CITY_ID', ':ID']], 'CASCADE');
        self::assertSame(['shop.CITY_ID' => 'city.ID'], $back->getColumnMappings());
        self::assertSame(['city.ID' => 'shop.CITY_ID'], $back->getColumnMappings(RelationMap::LEFT_TO_RIGHT));
        $own = $city->addRelation('Other', 'shop', RelationMap::ONE_TO_MANY, [['ID', 'CITY_ID']]);
        self::assertSame($back->getColumnMappings(), $own->getColumnMappings());
        $typed = $shop->addRelation('Typed', 'city', RelationMap::MANY_TO_ONE, [[':CITY_ID', ':ID'], [':ID', 'x']]);
        self::assertSame([1 => 'x'], $typed->getLocalValues());
        $byModel = AuthorTableMap::getTableMap()
            ->addRelation('Written', '\\Bookstore\\Book', RelationMap::ONE_TO_MANY, [[':author_id', ':id']]);
        self::assertSame(BookTableMap::getTableMap(), $byModel->getRightTable());
        $this->expectExceptionMessage('no table name');
        (new TableMap())->getNameOrFail();
    }

    public function testDatesOfAClassOfOnesOwn(): void
    {
        $date = new class ('2024-02-29 10:00', new DateTimeZone('UTC')) extends OrmDateTime {
            public static function seconds(mixed $value): bool
            {
                return self::isTimestamp($value);
            }
        };
        self::assertTrue($date::seconds('1700000000'));
        self::assertFalse($date::seconds('20240229'));
        $copy = unserialize(serialize(new OrmDateTime('2024-02-29 10:00', new DateTimeZone('Europe/Paris'))));
        self::assertSame('2024-02-29T10:00:00+01:00', $copy->format('c'));
        self::assertSame(Orm::getAdapter('bookstore'), Orm::getDatabaseMap('bookstore')->getAbstractAdapter());
    }
}
