<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\FilmViewer;
use Cinema\Viewer;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Tests\Support\Part;

/** Ways through many rows, groups of conditions, and what the database says about a query. */
abstract class WalkTest extends CinemaTestCase
{
    /** @return list<int> the keys of all rows, page by page */
    private static function walk(ModelCriteria $query, int $limit): array
    {
        $keys = [];
        $cursor = null;
        do {
            $page = $query->paginateAfter($cursor, $limit);
            self::assertLessThanOrEqual($limit, count($page));
            foreach ($page as $film) {
                $keys[] = $film->getId();
            }
            $cursor = $page->getNextCursor();
            self::assertSame($cursor !== null, $page->hasNext());
        } while ($cursor !== null);

        return $keys;
    }

    public function testPagesBehindACursorAreTheWholeResult(): void
    {
        $directors = [$this->director('B'), $this->director('A'), null];
        for ($i = 0; $i < 23; $i++) {
            $film = (new Film())->setTitle('t' . $i % 5)->setMinutes($i % 4 === 0 ? null : $i % 4);
            $film->setOpened($i % 3 === 0 ? null : sprintf('2020-01-%02d', 1 + $i % 7));
            $film->setProducer($directors[$i % 3])->setState([null, 'out', 'draft'][$i % 3])->save();
        }
        $orders = [
            static fn (FilmQuery $q) => $q,
            static fn (FilmQuery $q) => $q->orderByTitle(),
            static fn (FilmQuery $q) => $q->orderByMinutes(),
            static fn (FilmQuery $q) => $q->orderByMinutes('desc')->orderByTitle(),
            static fn (FilmQuery $q) => $q->orderByOpened('desc')->orderByMinutes(),
            static fn (FilmQuery $q) => $q->orderByState()->orderById('desc'),
            static fn (FilmQuery $q) => $q->leftJoinProducer()->orderBy('Producer.Name', 'desc'),
            static fn (FilmQuery $q) => $q->leftJoinWithProducer()->orderBy('Producer.Name')->orderByTitle('desc'),
            static fn (FilmQuery $q) => $q->withColumn('Film.Minutes * 2', 'twice')->orderBy('twice'),
            static fn (FilmQuery $q) => $q->setModelAlias('f', true)->orderByTitle(),
            static fn (FilmQuery $q) => $q->filterByTitle('t1', Criteria::NOT_EQUAL)->_or()->filterByMinutes(1)
                ->orderByMinutes(),
        ];
        foreach ($orders as $i => $order) {
            // Rows that are equal in the order are sorted by their key, which the plain query has to be told.
            $all = $order(FilmQuery::create());
            $expected = $all->addAscendingOrderByColumn($all->getAliasedColName('film.id'))
                ->find()->getColumnValues('Id');
            foreach ([1, 4, 22, 23, 50] as $at => $limit) {
                if (Part::has($i + $at)) {
                    $pages = self::walk($order(FilmQuery::create()), $limit);
                    self::assertSame($expected, $pages, "order $i, limit $limit");
                }
            }
        }
    }

    public function testRowsThatOthersWriteShiftNothing(): void
    {
        $films = array_map(fn (int $i): Film => $this->film("t$i", 10 * $i), range(1, 6));
        $query = FilmQuery::create()->orderByMinutes();
        $first = $query->paginateAfter(null, 2);
        $films[0]->delete();
        $this->film('new', 5);
        self::assertSame(['t3', 't4'], $query->paginateAfter($first->getNextCursor(), 2)->getResults()
            ->getColumnValues('Title'));
    }

    public function testACursorIsCheckedBeforeItIsUsed(): void
    {
        foreach (range(1, 3) as $i) {
            $this->film("t$i", $i);
        }
        $cursor = (string) FilmQuery::create()->orderByMinutes()->paginateAfter(null, 1)->getNextCursor();
        $statements = count($this->con->statements);
        $bad = ['', 'x', $cursor . 'x', base64_encode('[]'), base64_encode('{"a":1}'), base64_encode('[1,2,3]'), 'é'];
        foreach ($bad as $text) {
            try {
                FilmQuery::create()->orderByTitle()->paginateAfter($text, 1);
                self::fail($text);
            } catch (InvalidArgumentException $failure) {
                self::assertStringContainsString('cursor', $failure->getMessage());
            }
        }
        try {
            FilmQuery::create()->orderByTitle()->paginateAfter($cursor, 1);
            self::fail('It is of another order');
        } catch (InvalidArgumentException) {
            self::assertCount($statements, $this->con->statements);
        }
        $queries = [
            FilmQuery::create()->limit(0), FilmQuery::create()->offset(1), FilmQuery::create()->groupByTitle(),
            FilmQuery::create()->select('Title'), FilmQuery::create()->setIgnoreCase(true),
        ];
        foreach ($queries as $i => $query) {
            try {
                $query->paginateAfter(null);
                self::fail("query $i");
            } catch (LogicException $refusal) {
                self::assertStringStartsWith('Cursor pagination cannot be used with', $refusal->getMessage());
            }
        }
    }

    public function testChunksOfKeys(): void
    {
        foreach (range(1, 7) as $i) {
            $this->film("t$i", $i);
        }
        $titles = [];
        foreach (FilmQuery::create()->filterByTitle('t4', Criteria::NOT_EQUAL)->chunkByKey(2) as $films) {
            $titles[] = $films->getColumnValues('Title');
            foreach ($films as $film) {
                $film->setTitle('x' . $film->getMinutes())->save();
            }
        }
        self::assertSame([['t1', 't2'], ['t3', 't5'], ['t6', 't7']], $titles);
        self::assertSame([], iterator_to_array(FilmQuery::create()->filterByTitle('none')->chunkByKey()));
    }

    public function testGroupsOfConditions(): void
    {
        foreach (['M' => 1, 'Faust' => 2, 'Spies' => 3] as $title => $minutes) {
            $this->film($title, $minutes);
        }
        $titles = static fn (FilmQuery $query): array => $query->orderByTitle()->find()->getColumnValues('Title');
        self::assertSame(['Faust', 'Spies'], $titles(FilmQuery::create()
            ->filterByMinutes(0, '>')
            ->combineFilters()
                ->filterByTitle('Faust')
                ->_or()
                ->combineFilters()->filterByTitle('Spies')->filterByMinutes(3)->endCombineFilters()
            ->endCombineFilters()));
        self::assertSame(['M', 'Spies'], $titles(FilmQuery::create()
            ->combineFilters()->filterByTitle('Faust')->filterByMinutes(1)->endCombineFilters()
            ->_or()
            ->combineFilters()->where('Film.Minutes = ?', 1)->_or()->filterByTitle('Spies')->endCombineFilters()));
        self::assertSame(['M'], $titles(FilmQuery::create()
            ->combineFilters()->endCombineFilters()->addFilter('film.title', 'M')));
        try {
            FilmQuery::create()->combineFilters()->filterByTitle('M')->find();
            self::fail('The group is open');
        } catch (LogicException $failure) {
            self::assertStringContainsString('endCombineFilters()', $failure->getMessage());
        }
        $this->expectException(LogicException::class);
        FilmQuery::create()->endCombineFilters();
    }

    public function testAManyToManyFilterRepeatsNoRow(): void
    {
        $viewers = [];
        foreach (['ann', 'bob', 'eve'] as $nick) {
            $viewers[] = $viewer = (new Viewer())->setNick($nick);
            $viewer->save();
        }
        $film = $this->film('M');
        foreach ($viewers as $viewer) {
            (new FilmViewer())->setFilm($film)->setViewer($viewer)->save();
        }
        self::assertSame(1, FilmQuery::create()->filterByViewer($viewers[0])->count());
        self::assertSame(1, FilmQuery::create()->filterByViewer($viewers[0], Criteria::NOT_EQUAL)->count());
        self::assertSame(1, FilmQuery::create()->filterByViewer($viewers[0])->filterByViewer($viewers[1])->count());
        self::assertSame(1, FilmQuery::create()->filterByTitle('M')->_or()->filterByViewer($viewers[0])->count());
    }

    public function testTheDatabaseExplainsAQuery(): void
    {
        $this->film('M');
        $plan = FilmQuery::create()->filterByTitle('M')->useNoticeQuery()->filterByStars(3)->endUse()->explain();
        self::assertNotSame([], $plan);
        self::assertStringContainsString('notice', (string) json_encode($plan));
        self::assertSame(0, FilmQuery::create()->joinNotice()->count());
    }
}
