<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\DirectorQuery;
use Cinema\FilmQuery;
use Cinema\Notice;
use Cinema\NoticeQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Exception\LogicException;

/** Columns whose values queries find: aggregates of relations, sub-queries, window functions, common tables. */
abstract class ColumnQueryTest extends CinemaTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $lang = $this->director('Lang');
        $murnau = $this->director('Murnau');
        $this->director('Pabst');
        $films = ['Metropolis' => [$lang, [3, 5]], 'M' => [$lang, [5]], 'Nosferatu' => [$murnau, []]];
        foreach ($films as $title => [$producer, $notices]) {
            $film = $this->film($title, strlen($title), $producer);
            foreach ($notices as $stars) {
                (new Notice())->setFilm($film)->setStars($stars)->save();
            }
        }
    }

    public function testAggregatesOfARelationAreVirtualColumns(): void
    {
        $directors = DirectorQuery::create()
            ->useGroupByProducedFilmQuery()
                ->addAsColumn('films', 'COUNT(*)')
                ->addAsColumn('longest', 'MAX(Film.Minutes)')
                ->filterByMinutes(1, Criteria::GREATER_THAN)
            ->endUse()
            ->orderByName();
        $found = [];
        foreach ($directors->find() as $director) {
            $longest = $director->getVirtualColumn('longest');
            $found[$director->getName()] = [(int) $director->getFilms(), $longest === null ? null : (int) $longest];
        }
        self::assertSame(['Lang' => [1, 10], 'Murnau' => [1, 9], 'Pabst' => [0, null]], $found);
        self::assertSame(3, $directors->count());
        self::assertSame(2, $directors->limit(2)->find()->count());
    }

    public function testAggregatesMayBeOrderedByAndJoined(): void
    {
        $names = DirectorQuery::create()
            ->useGroupByProducedFilmQuery()->addAsColumn('films', 'COUNT(*)')->endUse()
            ->orderBy('films', Criteria::DESC)
            ->find()
            ->getColumnValues('Name');
        self::assertSame(['Lang', 'Murnau', 'Pabst'], $names);
        $ofFilms = FilmQuery::create()
            ->useProducerQuery()
                ->filterByName('Lang')
                ->useGroupByProducedFilmQuery('other')->addAsColumn('films', 'COUNT(*)')->endUse()
            ->endUse()
            ->orderByTitle()
            ->find();
        self::assertSame(['M', 'Metropolis'], $ofFilms->getColumnValues('Title'));
        self::assertSame(2, (int) $ofFilms->getFirst()->getVirtualColumn('films'));
    }

    public function testAggregatesOfRelationsOfRelations(): void
    {
        $directors = DirectorQuery::create()
            ->useGroupByProducedFilmQuery()
                ->joinNotice()
                ->addAsColumn('stars', 'SUM(Notice.Stars)')
            ->endUse()
            ->filterByName('Lang');
        self::assertSame(13, (int) $directors->findOne()->getVirtualColumn('stars'));
        $alias = DirectorQuery::create('d')
            ->useGroupByQuery('ProducedFilm', 'f')->addAsColumn('films', 'COUNT(f.Id)')->endUse()
            ->where('d.Name = ?', 'Murnau');
        self::assertSame(1, (int) $alias->findOne()->getVirtualColumn('films'));
    }

    public function testAGroupWithoutAColumnIsRefused(): void
    {
        $this->expectException(LogicException::class);
        $this->expectExceptionMessage("useGroupBy…Query() needs a column: addAsColumn('total', 'COUNT(*)')");
        DirectorQuery::create()->useGroupByProducedFilmQuery()->endUse();
    }

    public function testAQueryGivesAColumn(): void
    {
        $stars = NoticeQuery::create()
            ->where('Notice.FilmId = Film.Id')
            ->where('Notice.Stars > ?', 3)
            ->addAsColumn('n', 'COUNT(*)');
        $films = FilmQuery::create()->withQueryColumn($stars, 'good')->filterByMinutes(0, Criteria::GREATER_THAN);
        $found = [];
        foreach ($films->orderByTitle() as $film) {
            $found[$film->getTitle()] = (int) $film->getGood();
        }
        self::assertSame(['M' => 1, 'Metropolis' => 1, 'Nosferatu' => 0], $found);
        $selected = FilmQuery::create()->withQueryColumn($stars, 'good')->select(['Title', 'good'])->orderByTitle();
        self::assertSame(['M', 'Metropolis', 'Nosferatu'], array_column($selected->find()->toArray(), 'Title'));
    }

    public function testWindowFunctionsKnowTheNames(): void
    {
        $films = FilmQuery::create()
            ->withColumn('ROW_NUMBER() OVER (PARTITION BY Film.ProducerId ORDER BY Film.Title)', 'place')
            ->orderByTitle();
        $found = [];
        foreach ($films->find() as $film) {
            $found[$film->getTitle()] = (int) $film->getPlace();
        }
        self::assertSame(['M' => 1, 'Metropolis' => 2, 'Nosferatu' => 1], $found);
        $named = FilmQuery::create('f')
            ->joinProducer('p')
            ->withColumn('COUNT(f.Id) OVER (PARTITION BY p.Name)', 'ofDirector')
            ->orderByTitle();
        self::assertSame(2, (int) $named->findOne()->getVirtualColumn('ofDirector'));
    }

    public function testACommonTableStandsBeforeTheQuery(): void
    {
        $rated = NoticeQuery::create()
            ->select(['FilmId', 'best'])
            ->withColumn('MAX(Notice.Stars)', 'best')
            ->where('Notice.Stars > ?', 1)
            ->groupByFilmId();
        $films = FilmQuery::create()
            ->withCommonTable('rated', $rated)
            ->where('Film.Id = rated.FilmId')
            ->where('rated.best > ?', 4)
            ->withColumn('rated.best', 'best')
            ->orderByTitle();
        self::assertStringStartsWith('WITH ', $films->toString());
        self::assertSame(['M', 'Metropolis'], $films->find()->getColumnValues('Title'));
        self::assertSame(2, $films->count());
        self::assertSame(5, (int) $films->findOne()->getVirtualColumn('best'));
    }
}
