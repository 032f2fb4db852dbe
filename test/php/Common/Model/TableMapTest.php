<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\Director;
use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\FilmViewer;
use Cinema\Map\DirectorTableMap;
use Cinema\Map\FilmTableMap;
use Cinema\Map\FilmViewerTableMap;
use Cinema\Map\NoticeTableMap;
use Cinema\Notice;
use Cinema\PressNotice;
use Cinema\Viewer;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use PDO;
use ReflectionProperty;

/** What the runtime knows of a table. */
abstract class TableMapTest extends CinemaTestCase
{
    public function testConstants(): void
    {
        self::assertSame('Cinema.Map.FilmTableMap', FilmTableMap::CLASS_NAME);
        self::assertSame('cinema', FilmTableMap::DATABASE_NAME);
        self::assertSame('film', FilmTableMap::TABLE_NAME);
        self::assertSame('Film', FilmTableMap::TABLE_PHP_NAME);
        self::assertSame(Film::class, FilmTableMap::OM_CLASS);
        self::assertSame('Cinema.Film', FilmTableMap::CLASS_DEFAULT);
        self::assertSame([10, 1, 9], [
            FilmTableMap::NUM_COLUMNS, FilmTableMap::NUM_LAZY_LOAD_COLUMNS, FilmTableMap::NUM_HYDRATE_COLUMNS,
        ]);
        self::assertSame('film.title', FilmTableMap::COL_TITLE);
        self::assertSame('draft', FilmTableMap::COL_STATE_DRAFT);
        self::assertSame('YAML', FilmTableMap::DEFAULT_STRING_FORMAT);
        self::assertSame(2, NoticeTableMap::CLASSKEY_PRESSNOTICE);
    }

    public function testColumns(): void
    {
        $map = FilmTableMap::getTableMap();
        self::assertCount(10, $map->getColumns());
        self::assertTrue($map->getColumn('title')->isNotNull());
        self::assertSame(100, $map->getColumn('title')->getSize());
        self::assertSame(0, $map->getColumn('minutes')->getDefaultValue());
        self::assertSame('director', $map->getColumn('producer_id')->getRelatedTableName());
        self::assertSame(['draft', 'out', 'gone'], FilmTableMap::getValueSet(FilmTableMap::COL_STATE));
        self::assertSame(['Id', 'Title'], array_slice(FilmTableMap::getFieldNames(), 0, 2));
        self::assertSame(
            'film.title',
            FilmTableMap::translateFieldName('Title', TableMap::TYPE_PHPNAME, TableMap::TYPE_COLNAME),
        );
        self::assertSame('f.title', FilmTableMap::alias('f', FilmTableMap::COL_TITLE));
        $this->expectException(OrmException::class);
        FilmTableMap::getFieldNames('nothing');
    }

    public function testRelations(): void
    {
        $map = FilmTableMap::getTableMap();
        $types = [];
        foreach ($map->getRelations() as $relation) {
            $types[$relation->getName()] = $relation->getType();
        }
        self::assertSame([
            'DirectorRelatedByDirectorId' => RelationMap::MANY_TO_ONE,
            'Producer' => RelationMap::MANY_TO_ONE,
            'FilmSheet' => RelationMap::ONE_TO_ONE,
            'FilmViewer' => RelationMap::ONE_TO_MANY,
            'Notice' => RelationMap::ONE_TO_MANY,
            'Viewer' => RelationMap::MANY_TO_MANY,
        ], $types);
        self::assertSame('CASCADE', $map->getRelation('Notice')->getOnDelete());
        self::assertSame('Notices', $map->getRelation('Notice')->getPluralName());
        self::assertTrue(FilmViewerTableMap::getTableMap()->isCrossRef());
    }

    public function testRowsAndPool(): void
    {
        $row = [7, 'T', 1, null, null, null, null, null, null];
        self::assertSame('7', FilmTableMap::getPrimaryKeyHashFromRow($row));
        self::assertSame(7, FilmTableMap::getPrimaryKeyFromRow($row));
        [$film, $next] = FilmTableMap::populateObject($row);
        self::assertSame(9, $next);
        self::assertSame($film, FilmTableMap::populateObject([7, 'Other'] + $row)[0]);
        self::assertSame($film, FilmTableMap::getInstanceFromPool('7'));
        FilmTableMap::removeInstanceFromPool($film);
        self::assertNull(FilmTableMap::getInstanceFromPool('7'));
        self::assertSame(PressNotice::class, NoticeTableMap::getOMClass([1, 1, 1, 2], 0, false));
        self::assertSame(Notice::class, NoticeTableMap::getOMClass([1, 1, 1, 99], 0, false));
    }

    public function testIntegersThatADriverGivesAsTextAreIntegersAllTheSame(): void
    {
        $producer = $this->director();
        $film = $this->film('Metropolis', 153, $producer)->setState('out');
        $film->save();
        $this->con->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
        try {
            foreach (['the first row', 'later ones'] as $when) {
                $ways = [
                    'find' => static fn (): ?Film => FilmQuery::create()->find()->getFirst(),
                    'findOne' => static fn (): ?Film => FilmQuery::create()->joinWith('Producer')->findOne(),
                    'findPk' => static fn (): ?Film => FilmQuery::create()->findPk($film->getId()),
                ];
                foreach ($ways as $way => $find) {
                    FilmTableMap::clearInstancePool();
                    DirectorTableMap::clearInstancePool();
                    $copy = $find();
                    self::assertSame(
                        [$film->getId(), 153, 'out', $producer->getId(), $producer->getId()],
                        [
                            $copy->getId(), $copy->getMinutes(), $copy->getState(), $copy->getProducerId(),
                            $copy->getProducer()->getId(),
                        ],
                        "$way, $when",
                    );
                }
            }
        } finally {
            $this->con->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, false);
            // Later tests are to go the short way again.
            foreach ([FilmTableMap::class, DirectorTableMap::class] as $tableMap) {
                (new ReflectionProperty($tableMap, 'plainKey'))->setValue(null, null);
            }
        }
    }

    public function testRowsThatAreNoneOfTheTableAreRefused(): void
    {
        $this->film();
        $row = FilmTableMap::objectOf([7, 'T', 1, null, null, null, null, null, null], 0);
        self::assertSame(7, $row->getId());
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('Cannot hydrate Cinema\\Film from the given row');
        FilmTableMap::objectOf([8, ['no text'], 1, null, null, null, null, null, null], 0);
    }

    public function testWriting(): void
    {
        $id = FilmTableMap::doInsert((new Criteria('cinema'))->add(FilmTableMap::COL_TITLE, 'T'));
        self::assertSame('T', FilmQuery::create()->findPk($id)->getTitle());
        self::assertSame(1, FilmTableMap::doDelete($id));
        $film = $this->film();
        self::assertSame(1, FilmTableMap::doDelete($film));
        $this->film();
        $this->film();
        self::assertSame(2, FilmTableMap::doDeleteAll());
    }

    public function testWhatIsNoRowOfTheTableIsNotWritten(): void
    {
        $this->film();
        $director = $this->director();
        $refused = static function (string $message, callable $call): void {
            try {
                $call();
                self::fail($message);
            } catch (InvalidArgumentException $refusal) {
                self::assertSame($message, $refusal->getMessage());
            }
        };
        foreach ([$director, DirectorQuery::create()->filterByName('D')] as $other) {
            $what = $other === $director ? 'an object' : 'a query';
            foreach (['doDelete', 'doInsert'] as $method) {
                $message = "$method() of table \"film\" got $what of table \"director\"";
                $refused($message, static fn (): mixed => FilmTableMap::$method($other));
            }
        }
        $films = FilmQuery::create()->find();
        $expected = 'doDelete() expects a criteria, an object, a key or a list of keys, got ';
        $given = ObjectCollection::class . ' (a collection has its own delete())';
        $refused($expected . $given, static fn (): int => FilmTableMap::doDelete($films));
        $refused($expected . 'null', static fn (): int => FilmTableMap::doDelete(null));
        $given = ObjectCollection::class . ' (a collection has its own save())';
        $message = 'doInsert() expects a criteria or an object, got ';
        $refused($message . $given, static fn (): mixed => FilmTableMap::doInsert($films));
        self::assertSame([1, 1], [FilmQuery::create()->count(), DirectorQuery::create()->count()]);
    }

    public function testCompositeKeysAreDeletedByList(): void
    {
        $film = $this->film();
        $viewer = (new Viewer())->setNick('v');
        (new FilmViewer())->setFilm($film)->setViewer($viewer)->save();
        self::assertSame(1, FilmViewerTableMap::doDelete([$film->getId(), $viewer->getId()]));
        self::assertInstanceOf(Director::class, $this->director());
    }
}
