<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\Director;
use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\FilmSheet;
use Cinema\FilmViewerQuery;
use Cinema\Map\DirectorTableMap;
use Cinema\Map\FilmTableMap;
use Cinema\Notice;
use Cinema\NoticeQuery;
use Cinema\PressNoticeQuery;
use Cinema\Viewer;
use Cinema\WebNoticeQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\InstancePools;

/** The worked examples of the model API: a call, and the statements that it sends, letter by letter. */
abstract class SqlTest extends CinemaTestCase
{
    private const FILM = 'film.id, film.title, film.minutes, film.state, film.tags, film.genres, film.opened, '
        . 'film.director_id, film.producer_id';
    private const NOTICE = 'notice.id, notice.film_id, notice.stars, notice.kind';
    private const DIRECTOR = 'director.id, director.name, director.email';

    public function testFind(): void
    {
        $this->assertSql(['SELECT … FROM film'], static fn () => FilmQuery::create()->find());
        $this->assertSql(
            ['SELECT … FROM film ORDER BY film.title DESC LIMIT 1'],
            static fn () => FilmQuery::create()->orderByTitle('desc')->findOne(),
        );
    }

    public function testFindByKey(): void
    {
        $this->assertSql(
            [
                'SELECT id, title, minutes, state, tags, genres, opened, director_id, producer_id FROM film '
                    . 'WHERE id = :p0',
            ],
            static fn () => FilmQuery::create()->findPk(7),
        );
        $this->assertSql(
            [
                'SELECT …, director.id, director.name, director.email FROM film '
                    . 'INNER JOIN director ON (film.producer_id=director.id) WHERE film.id=:p1',
            ],
            static fn () => FilmQuery::create()->joinWithProducer()->findPk(7),
        );
        $this->assertSql(
            ['SELECT … FROM film WHERE film.id IN (:p1,:p2)'],
            static fn () => FilmQuery::create()->findPks([7, 8]),
        );
    }

    public function testCount(): void
    {
        $this->assertSql(
            ['SELECT COUNT(*) FROM film WHERE film.minutes>=:p1'],
            static fn () => FilmQuery::create()->filterByMinutes(['min' => 90])->count(),
        );
        $this->assertSql(
            ['SELECT COUNT(*) FROM (SELECT … FROM film LIMIT :p1) ormmatch4cnt'],
            static fn () => FilmQuery::create()->limit(3)->count(),
        );
        $this->assertSql(
            ['SELECT 1 FROM film WHERE film.state=:p1 LIMIT 1'],
            static fn () => FilmQuery::create()->filterByState('out')->exists(),
        );
    }

    public function testPaginate(): void
    {
        $this->film();
        $this->assertSql(
            ['SELECT COUNT(*) FROM film', 'SELECT … FROM film LIMIT :p1'],
            static fn () => iterator_to_array(FilmQuery::create()->paginate(1, 10)),
        );
    }

    public function testConditions(): void
    {
        $this->assertSql(
            ['SELECT … FROM film WHERE (film.title LIKE :p1 OR film.minutes > :p2)'],
            static fn () => FilmQuery::create()
                ->where('Film.Title LIKE ?', 'A%')
                ->_or()
                ->where('Film.Minutes > ?', 120)
                ->find(),
        );
        $this->assertSql(
            ['SELECT … FROM film WHERE ((film.title = :p1 OR film.minutes < :p2) AND film.state = :p3)'],
            static fn () => FilmQuery::create()
                ->condition('a', 'Film.Title = ?', 'X')
                ->condition('b', 'Film.Minutes < ?', 60)
                ->combine(['a', 'b'], 'or', 'ab')
                ->condition('c', 'Film.State = ?', 'out')
                ->where(['ab', 'c'], 'and')
                ->find(),
        );
    }

    public function testConditionsThatOneWordJoinsAreNotNested(): void
    {
        $this->assertSql(
            ['SELECT … FROM film WHERE (film.id=:p1 OR film.id=:p2 OR film.id=:p3)'],
            static fn () => FilmQuery::create()->filterById(1)->_or()->filterById(2)->_or()->filterById(3)->find(),
        );
        $this->assertSql(
            ['SELECT … FROM film WHERE (film.id=:p1 AND film.minutes=:p2 AND film.id=:p3 AND film.id=:p4)'],
            static fn () => FilmQuery::create()
                ->condition('a', 'Film.Id=?', 1)
                ->condition('b', 'Film.Minutes=?', 2)
                ->condition('c', 'Film.Id=?', 3)
                ->combine(['b', 'c'], 'and', 'bc')
                ->condition('d', 'Film.Id=?', 4)
                ->where(['a', 'bc', 'd'], 'and')
                ->find(),
        );
        $this->assertSql(
            [
                'SELECT … FROM film WHERE (((film.id=:p1 OR film.id=:p2) AND film.id=:p3 AND film.id=:p4) '
                    . 'OR film.id=:p5)',
            ],
            static function (): void {
                $query = FilmQuery::create();
                $one = static fn (int $id) => $query->getNewCriterion('film.id', $id);
                $query->add($one(1)->addOr($one(2))->addAnd($one(3))->addAnd($one(4))->addOr($one(5)))->find();
            },
        );
        $this->assertSql(
            [
                'SELECT … FROM film INNER JOIN director ON ((film.producer_id=director.id AND director.id > :p1 '
                    . 'AND director.id > :p2) OR director.id > :p3)',
            ],
            static fn () => FilmQuery::create()
                ->innerJoinProducer()
                ->addJoinCondition('Producer', 'Producer.Id > ?', 1)
                ->addJoinCondition('Producer', 'Producer.Id > ?', 2)
                ->addJoinCondition('Producer', 'Producer.Id > ?', 3, Criteria::LOGICAL_OR)
                ->find(),
        );
    }

    /** A filter is one condition, whatever it takes to say it. */
    public function testFiltersAfterOr(): void
    {
        $this->assertSql(
            ['SELECT … FROM film WHERE (film.title=:p1 OR (film.minutes>=:p2 AND film.minutes<=:p3))'],
            static fn () => FilmQuery::create()
                ->filterByTitle('X')
                ->_or()
                ->filterByMinutes(['min' => 1, 'max' => 5])
                ->find(),
        );
        $this->assertSql(
            [
                'SELECT film_viewer.film_id, film_viewer.viewer_id FROM film_viewer WHERE (film_viewer.film_id<:p1 OR '
                    . '(film_viewer.film_id=:p2 AND film_viewer.viewer_id=:p3))',
            ],
            static fn () => FilmViewerQuery::create()
                ->filterByFilmId(1, Criteria::LESS_THAN)
                ->_or()
                ->filterByPrimaryKey([7, 8])
                ->find(),
        );
    }

    public function testRelatedQueries(): void
    {
        $this->assertSql(
            [
                'SELECT … FROM film LEFT JOIN director p ON (film.producer_id=p.id) WHERE p.name=:p1 '
                    . 'ORDER BY film.opened DESC LIMIT :p2',
            ],
            static fn () => FilmQuery::create()
                ->useProducerQuery('p')
                    ->filterByName('Kay')
                ->endUse()
                ->orderByOpened(Criteria::DESC)
                ->limit(5)
                ->find(),
        );
        $this->assertSql(
            [
                'SELECT … FROM film WHERE EXISTS (SELECT 1 AS existsFlag FROM notice WHERE film.id=notice.film_id '
                    . 'AND notice.stars=:p1)',
            ],
            static fn () => FilmQuery::create()->useNoticeExistsQuery()->filterByStars(5)->endUse()->find(),
        );
        $this->assertSql(
            [
                'SELECT … FROM film WHERE film.id IN (SELECT notice.film_id AS "notice.film_id" FROM notice '
                    . 'WHERE notice.stars=:p1)',
            ],
            static fn () => FilmQuery::create()->useInNoticeQuery()->filterByStars(5)->endUse()->find(),
        );
    }

    public function testManyToMany(): void
    {
        $viewer = (new Viewer())->setNick('v');
        $viewer->save();
        $this->assertSql(
            [
                'SELECT … FROM film INNER JOIN film_viewer ON (film.id=film_viewer.film_id) '
                    . 'WHERE film_viewer.viewer_id=:p1',
            ],
            static fn () => FilmQuery::create()->filterByViewer($viewer)->find(),
        );
        $film = $this->film();
        $this->assertSql(
            [
                'SELECT viewer.id, viewer.nick FROM viewer INNER JOIN film_viewer ON (viewer.id=film_viewer.viewer_id) '
                    . 'WHERE film_viewer.film_id=:p1',
            ],
            static fn () => $film->getViewers(),
        );
    }

    public function testSelectedColumns(): void
    {
        $this->assertSql(
            [
                'SELECT film.title AS "Title", director.name AS "Producer.Name" FROM film '
                    . 'LEFT JOIN director ON (film.producer_id=director.id)',
            ],
            static fn () => FilmQuery::create()->joinProducer()->select(['Title', 'Producer.Name'])->find(),
        );
        $this->assertSql(
            [
                'SELECT AVG(notice.stars) AS Avg, notice.film_id AS "FilmId" FROM notice '
                    . 'GROUP BY notice.film_id HAVING AVG(notice.stars) > :p1',
            ],
            static fn () => NoticeQuery::create()
                ->select(['FilmId'])
                ->withColumn('AVG(Notice.Stars)', 'Avg')
                ->groupByFilmId()
                ->having('AVG(Notice.Stars) > ?', 3)
                ->find(),
        );
    }

    public function testGroupedVirtualColumn(): void
    {
        // PostgreSQL's adapter completes the list with the plain selected columns.
        $completed = static::VENDOR === 'pgsql' ? ',director.name,director.email' : '';
        $this->assertSql(
            [
                'SELECT ' . self::DIRECTOR . ', COUNT(film.id) AS NbFilms FROM director '
                    . 'LEFT JOIN film ON (director.id=film.producer_id) GROUP BY director.id' . $completed,
            ],
            static fn () => DirectorQuery::create()
                ->joinProducedFilm()
                ->withColumn('COUNT(ProducedFilm.Id)', 'NbFilms')
                ->groupBy('Director.Id')
                ->find(),
        );
    }

    public function testSubQuery(): void
    {
        $this->assertSql(
            [
                'SELECT good.id, good.film_id, good.stars, good.kind FROM (SELECT ' . self::NOTICE
                    . ' FROM notice WHERE notice.stars>=:p2) AS good WHERE good.film_id = :p1',
            ],
            static fn () => NoticeQuery::create()
                ->addSelectQuery(NoticeQuery::create()->filterByStars(['min' => 3]), 'good')
                ->where('good.FilmId = ?', 2)
                ->find(),
        );
    }

    /** The own table stays in FROM where its columns are read. */
    public function testSubQueryOfAnotherModel(): void
    {
        $query = static fn (): DirectorQuery => DirectorQuery::create()
            ->addSelectQuery(FilmQuery::create(), 'f')
            ->where('f.ProducerId = Director.Id')
            ->where('f.Minutes > ?', 90);
        $rest = 'FROM (SELECT … FROM film) AS f, director WHERE f.producer_id = director.id AND f.minutes > :p1';
        $this->assertSql(
            ['SELECT director.name AS "Name", f.title AS "f.Title" ' . $rest],
            static fn () => $query()->select(['Name', 'f.Title'])->find(),
        );
        $this->assertSql(['SELECT ' . self::DIRECTOR . ' ' . $rest], static fn () => $query()->find());
        $this->assertSql(['SELECT 1 ' . $rest . ' LIMIT 1'], static fn () => $query()->exists());
        $this->assertSql(
            ['SELECT f.title AS "f.Title" FROM (SELECT … FROM film) AS f WHERE f.minutes > :p1'],
            static fn () => DirectorQuery::create()
                ->addSelectQuery(FilmQuery::create(), 'f')
                ->where('f.Minutes > ?', 90)
                ->select('f.Title')
                ->find(),
        );
    }

    /** A class with descendants finds theirs too; the example of one key is that of a class without. */
    public function testInheritance(): void
    {
        $this->assertSql(
            ['SELECT ' . self::NOTICE . ' FROM notice WHERE notice.kind=:p1'],
            static fn () => WebNoticeQuery::create()->find(),
        );
        $this->assertSql(
            ['SELECT ' . self::NOTICE . ' FROM notice WHERE notice.kind IN (:p1,:p2)'],
            static fn () => PressNoticeQuery::create()->find(),
        );
    }

    public function testUpdateAndDelete(): void
    {
        $this->assertSql(
            ['UPDATE film SET minutes=:p1 WHERE film.title=:p2'],
            static fn () => FilmQuery::create()->filterByTitle('F')->update(['Minutes' => 95]),
        );
        $this->assertSql(
            ['DELETE FROM notice WHERE notice.stars<:p1'],
            static fn () => NoticeQuery::create()->filterByStars(1, Criteria::LESS_THAN)->delete(),
        );
    }

    public function testRelatedObjects(): void
    {
        $film = $this->film();
        (new FilmSheet())->setFilm($film)->setText('t')->save();
        (new Notice())->setFilm($film)->setStars(2)->save();
        InstancePools::clear();
        $film = FilmQuery::create()->findPk($film->getId());
        $this->assertSql(
            ['SELECT COUNT(*) FROM notice WHERE notice.film_id=:p1'],
            static fn () => $film->countNotices(),
        );
        $this->assertSql(
            ['SELECT ' . self::NOTICE . ' FROM notice WHERE notice.film_id=:p1'],
            static fn () => $film->getNotices(),
        );
        $this->assertSql(
            ['SELECT film_id, text FROM film_sheet WHERE film_id = :p0'],
            static fn () => $film->getFilmSheet(),
        );
    }

    public function testOwnRow(): void
    {
        $id = $this->film()->getId();
        FilmTableMap::clearInstancePool();
        $film = FilmQuery::create()->findPk($id);
        $this->assertSql(['SELECT film.poster FROM film WHERE film.id=:p1'], static fn () => $film->getPoster());
        $this->assertSql(['SELECT … FROM film WHERE film.id=:p1'], static fn () => $film->reload());
        $this->assertSql(['DELETE FROM film WHERE film.id=:p1'], static fn () => $film->delete());
    }

    public function testInsertOfTwoRows(): void
    {
        $returning = static::VENDOR === 'pgsql';
        $rows = 0;
        $this->assertSql(
            $returning
                ? [
                    'INSERT INTO director (name) VALUES (:p0) RETURNING id',
                    'INSERT INTO film (title, producer_id) VALUES (:p0, :p1) RETURNING id',
                ]
                : [
                    'INSERT INTO director (name) VALUES (:p0)',
                    'INSERT INTO film (title, producer_id) VALUES (:p0, :p1)',
                ],
            static function () use (&$rows): void {
                $rows = (new Film())->setTitle('F')->setProducer((new Director())->setName('D'))->save();
            },
        );
        self::assertSame(2, $rows);
        self::assertSame(1, DirectorQuery::create()->count());
        DirectorTableMap::clearInstancePool();
        self::assertSame('D', (string) DirectorQuery::create()->findOne());
    }

    /** @param list<string> $expected `…` stands for all columns of film that are not lazy */
    private function assertSql(array $expected, callable $code): void
    {
        self::assertSame(str_replace('…', self::FILM, $expected), $this->statementsOf($code));
    }
}
