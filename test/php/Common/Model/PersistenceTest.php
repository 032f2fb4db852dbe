<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\Director;
use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\FilmSheet;
use Cinema\Map\FilmTableMap;
use Cinema\Notice;
use Cinema\NoticeQuery;
use Cinema\Viewer;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;
use Orm\Tests\Support\HookedFilm;
use RuntimeException;

/** State, save, delete, reload, keys, generic access, export, copies and hooks. */
abstract class PersistenceTest extends CinemaTestCase
{
    public function testStateOfAnObject(): void
    {
        $film = new Film();
        self::assertTrue($film->isNew());
        self::assertFalse($film->isModified());
        self::assertTrue($film->isPrimaryKeyNull());
        $film->setTitle('A');
        self::assertTrue($film->isColumnModified(FilmTableMap::COL_TITLE));
        self::assertSame(['film.title'], $film->getModifiedColumns());
        $film->save();
        self::assertFalse($film->isNew());
        self::assertFalse($film->isModified());
        $film->setTitle('A');
        self::assertFalse($film->isModified());
        $film->setTitle('B')->setTitle('A');
        self::assertTrue($film->isModified(), 'setting a value back does not unmark it');
        $film->resetModified(FilmTableMap::COL_TITLE);
        self::assertFalse($film->isModified());
    }

    public function testIdentity(): void
    {
        $film = $this->film();
        FilmTableMap::clearInstancePool();
        $same = FilmQuery::create()->findPk($film->getId());
        self::assertTrue($film->equals($same));
        self::assertSame($film->hashCode(), $same->hashCode());
        self::assertFalse((new Film())->equals(new Film()));
        self::assertFalse($film->equals(new Director()));
        [$one, $other] = [new Film(), new Film()];
        self::assertNotSame($one->hashCode(), $other->hashCode());
    }

    public function testSaveWritesOnlyWhatIsModified(): void
    {
        $film = $this->film();
        self::assertSame(0, $film->save());
        $film->setMinutes(90);
        self::assertSame(
            ['UPDATE film SET minutes=:p1 WHERE film.id=:p2'],
            $this->statementsOf(static fn () => $film->save()),
        );
        $film->setMinutes(null)->save();
        FilmTableMap::clearInstancePool();
        self::assertNull(FilmQuery::create()->findPk($film->getId())->getMinutes());
    }

    public function testFailedSaveCanBeRepeated(): void
    {
        $film = new Film();
        $film->setMinutes(5);
        try {
            $film->save();
            self::fail('a title is required');
        } catch (OrmException $failure) {
            self::assertStringContainsString('film.title is required', $failure->getMessage());
        }
        self::assertSame(1, $film->setTitle('T')->save());
    }

    public function testAutoIncrementMustStayEmpty(): void
    {
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('film.id is auto-increment');
        (new Film())->setId(5)->setTitle('T')->save();
    }

    public function testSaveOfAGraph(): void
    {
        $film = (new Film())->setTitle('F')->setProducer((new Director())->setName('D'))
            ->addNotice((new Notice())->setStars(1))->addNotice((new Notice())->setStars(2))
            ->setFilmSheet((new FilmSheet())->setText('s'))->addViewer((new Viewer())->setNick('v'));
        self::assertSame(7, $film->save());
        self::assertSame(0, $film->save());
        InstancePools::clear();
        $film = FilmQuery::create()->findOne();
        self::assertSame([1, 2], $film->getNotices(NoticeQuery::create()->orderByStars())->getColumnValues('Stars'));
        self::assertSame('D', (string) $film->getProducer());
    }

    public function testDelete(): void
    {
        $film = $this->film();
        (new Notice())->setFilm($film)->save();
        InstancePools::clear();
        $film = FilmQuery::create()->findOne();
        $film->delete();
        self::assertTrue($film->isDeleted());
        self::assertSame('Metropolis', $film->getTitle());
        self::assertSame(0, NoticeQuery::create()->count());
        foreach (['delete', 'save', 'reload'] as $method) {
            try {
                $film->$method();
                self::fail($method . ' of a deleted object');
            } catch (OrmException) {
                self::assertTrue($film->isDeleted());
            }
        }
    }

    public function testReload(): void
    {
        $film = $this->film();
        $film->setProducer($this->director())->save();
        FilmQuery::create()->filterById($film->getId())->update(['Title' => 'New', 'ProducerId' => null]);
        $film->setMinutes(1)->reload();
        self::assertSame('New', $film->getTitle());
        self::assertSame(153, $film->getMinutes());
        self::assertNull($film->getProducer());
        self::assertFalse($film->isModified());
        $this->con->exec('DELETE FROM film');
        $this->expectException(OrmException::class);
        $film->reload();
    }

    public function testChangedKeyUpdatesItsRow(): void
    {
        $sheet = (new FilmSheet())->setFilm($this->film())->setText('t');
        $sheet->save();
        $other = $this->film('Other');
        $sheet->setFilmId($other->getId())->save();
        self::assertSame($other->getId(), $sheet->getPrimaryKey());
        self::assertSame('t', $other->getFilmSheet()->getText());
    }

    public function testDeepCopyLeavesTheSheetOfItsOriginal(): void
    {
        $film = $this->film();
        $film->setFilmSheet($sheet = (new FilmSheet())->setText('s'))->save();
        $copy = $film->copy(true);
        self::assertSame($sheet, $film->getFilmSheet());
        self::assertSame(0, $film->save());
        self::assertTrue($copy->isNew());
        $copy->save();
        InstancePools::clear();
        foreach (FilmQuery::create()->find() as $one) {
            self::assertSame('s', $one->getFilmSheet()->getText());
        }
    }

    public function testHooksInOrder(): void
    {
        $film = (new HookedFilm())->setTitle('T');
        $film->save();
        $film->setMinutes(2)->save();
        $film->delete();
        self::assertSame([
            'preSave', 'preInsert', 'postInsert', 'postSave',
            'preSave', 'preUpdate', 'postUpdate', 'postSave',
            'preDelete', 'postDelete',
        ], $film->calls);
    }

    public function testHookStopsOrRollsBack(): void
    {
        $film = (new HookedFilm())->setTitle('T');
        $film->vetoed = 'preInsert';
        self::assertSame(0, $film->save());
        self::assertTrue($film->isNew());
        $film->vetoed = null;
        $film->failing = 'postInsert';
        try {
            $film->save();
            self::fail('the hook throws');
        } catch (RuntimeException) {
            self::assertSame(0, FilmQuery::create()->count());
            self::assertTrue($film->isNew(), 'what was rolled back is not saved');
        }
        $film->failing = null;
        self::assertSame(1, $film->save());
        $film->vetoed = 'preDelete';
        $film->delete();
        self::assertFalse($film->isDeleted());
        self::assertSame(1, FilmQuery::create()->count());
    }

    /** @return array<string, array{string, string|int}> */
    public function keyTypes(): array
    {
        return [
            'phpName' => [TableMap::TYPE_PHPNAME, 'DirectorId'],
            'camelName' => [TableMap::TYPE_CAMELNAME, 'directorId'],
            'colName' => [TableMap::TYPE_COLNAME, 'film.director_id'],
            'fieldName' => [TableMap::TYPE_FIELDNAME, 'director_id'],
            'num' => [TableMap::TYPE_NUM, 8],
        ];
    }

    /** @dataProvider keyTypes */
    public function testGenericAccess(string $type, string|int $name): void
    {
        $film = (new Film())->setByName((string) $name, 7, $type);
        self::assertSame(7, $film->getDirectorId());
        self::assertSame(7, $film->getByName((string) $name, $type));
        self::assertSame(7, $film->getByPosition(8));
        self::assertSame(7, $film->toArray($type)[$name]);
        self::assertSame(9, (new Film())->fromArray([$name => 9, 'unknown' => 1], $type)->getDirectorId());
        self::assertNull($film->getByPosition(99));
        $this->expectException(OrmException::class);
        $film->getByName('Nothing', $type);
    }

    public function testGenericAccessTakesStoredAndGivenValues(): void
    {
        $film = new Film();
        self::assertSame('out', $film->setByPosition(3, 1)->getState());
        self::assertSame('gone', $film->setByPosition(3, 'gone')->getState());
        self::assertSame(['sf', 'doc'], $film->setByPosition(5, 5)->getGenres());
        self::assertSame(['noir'], $film->setByPosition(5, ['noir'])->getGenres());
        self::assertSame(['a', 'b'], $film->setByPosition(4, '| a | b |')->getTags());
    }

    public function testToArrayWithRelatedObjects(): void
    {
        $film = $this->film('F', 1, $this->director('D'))->setOpened('2020-01-02');
        $film->addNotice((new Notice())->setStars(3));
        $array = $film->toArray(TableMap::TYPE_PHPNAME, false, [], true);
        self::assertSame('2020-01-02', $array['Opened']);
        self::assertNull($array['Poster']);
        self::assertSame('D', $array['Producer']['Name']);
        self::assertSame(['*RECURSION*'], $array['Notices'][0]['Film']);
    }

    public function testExportAndImport(): void
    {
        $director = (new Director())->setName('D')->setEmail('d@example.org');
        self::assertSame('D', (string) $director, 'the primary string');
        foreach (['JSON', 'XML', 'CSV'] as $format) {
            $copy = (new Director())->importFrom($format, $director->exportTo($format));
            self::assertSame('d@example.org', $copy->getEmail(), $format);
        }
        foreach (['JSON', 'XML', 'CSV', 'YAML'] as $format) {
            self::assertTrue(method_exists($director, "to$format") && method_exists($director, "from$format"), $format);
            self::assertSame($director->exportTo($format), $director->{"to$format"}());
            self::assertSame(
                $director->exportTo($format, false, TableMap::TYPE_FIELDNAME),
                $director->{"to$format"}(false, TableMap::TYPE_FIELDNAME),
            );
        }
        self::assertSame('X', (new Director())->fromJSON('{"Name":"X"}')->getName());
        self::assertSame('X', (new Director())->fromJSON('{"name":"X"}', TableMap::TYPE_FIELDNAME)->getName());
        self::assertSame('[{"Id":null,"Name":"D","Email":"d@example.org"}]', json_encode([$director]));
        self::assertStringContainsString('Nick: v', (string) (new Viewer())->setNick('v'));
        $this->expectException(BadMethodCallException::class);
        $director->toFoo();
    }

    public function testValuesOfAllKindsComeBackFromEveryFormat(): void
    {
        $film = (new Film())->setTitle('"M", the film')->setMinutes(110)->setState('out')->setGenres(['sf', 'doc'])
            ->setTags(['a b', 'c|d', '[e]'])->setOpened('1931-05-11');
        foreach (['JSON', 'XML', 'CSV'] as $format) {
            $copy = (new Film())->importFrom($format, $film->exportTo($format));
            self::assertSame($film->toArray(), $copy->toArray(), $format);
        }
    }

    public function testARemovedRowThatAHookKeepsIsNotCounted(): void
    {
        $film = $this->film();
        $notice = new class extends Notice {
            public function preDelete(?ConnectionInterface $con = null): bool
            {
                return false;
            }
        };
        $film->addNotice($notice->setStars(3))->save();
        self::assertSame(0, $film->removeNotice($notice)->save());
        self::assertSame(1, NoticeQuery::create()->count());
    }

    public function testVirtualColumns(): void
    {
        $this->film('F', 1, $this->director('D'));
        $director = DirectorQuery::create()->joinProducedFilm()->withColumn('COUNT(ProducedFilm.Id)', 'NbFilms')
            ->groupBy('Director.Id')->findOne();
        self::assertEquals(1, $director->getNbFilms());
        self::assertTrue($director->hasVirtualColumn('NbFilms'));
        self::assertEquals(['NbFilms' => 1], $director->getVirtualColumns());
        $this->expectException(OrmException::class);
        $director->getVirtualColumn('Other');
    }

    public function testCopyAndClear(): void
    {
        $film = $this->film('F', 5)->setTags(['x'])->setPoster('bytes');
        $film->addNotice((new Notice())->setStars(3));
        $film->save();
        $copy = $film->copy(true);
        self::assertTrue($copy->isNew());
        self::assertNull($copy->getId());
        self::assertSame(['x'], $copy->getTags());
        self::assertSame('bytes', stream_get_contents($copy->getPoster()));
        self::assertNotSame($film->getPoster(), $copy->getPoster());
        $copy->save();
        self::assertSame(2, NoticeQuery::create()->count());
        self::assertNull((new Film())->copy()->getTitle());
        $film->clear();
        self::assertTrue($film->isNew());
        self::assertNull($film->getTitle());
        self::assertSame(0, $film->getMinutes());
    }

    public function testSerializedObjectComesAlone(): void
    {
        $film = $this->film('F', 5, $this->director());
        $copy = unserialize(serialize($film));
        self::assertSame('F', $copy->getTitle());
        self::assertFalse($copy->isNew());
        self::assertSame($film->getProducerId(), $copy->getProducerId());
        self::assertNotNull($film->getProducer(), 'the live object keeps its relations');
        self::assertStringNotContainsString('Fritz Lang', serialize($film));
    }

    public function testSerializedObjectKeepsItsLobs(): void
    {
        $film = $this->film()->setPoster("bytes\0");
        $film->save();
        $copy = unserialize(serialize($film));
        self::assertSame("bytes\0", stream_get_contents($copy->getPoster()));
        self::assertSame("bytes\0", stream_get_contents($film->getPoster()));
        $film->setPoster('others');
        unserialize(serialize($film))->save();
        FilmTableMap::clearInstancePool();
        self::assertSame('others', stream_get_contents(FilmQuery::create()->findOne()->getPoster()));
    }

    public function testCriteriaOfAnObject(): void
    {
        $film = $this->film();
        $film->setMinutes(7);
        self::assertSame(['film.minutes'], array_keys($film->buildCriteria()->getMap()));
        self::assertSame(1, $film->buildPkeyCriteria()->count());
        self::assertInstanceOf(Criteria::class, $film->buildCriteria());
    }
}
