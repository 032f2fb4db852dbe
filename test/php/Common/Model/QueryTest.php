<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use ArrayObject;
use Cinema\Director;
use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\FilmSheet;
use Cinema\FilmViewer;
use Cinema\FilmViewerQuery;
use Cinema\Map\FilmTableMap;
use Cinema\Notice;
use Cinema\NoticeQuery;
use Cinema\Viewer;
use Cinema\ViewerQuery;
use DateTimeImmutable;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveQuery\Exception\UnknownRelationException;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;
use Orm\Tests\Support\HookedFilmQuery;
use PDO;
use TypeError;

/** Queries: keys, relations, hooks, magic, writing and what they inherit. */
abstract class QueryTest extends CinemaTestCase
{
    private Director $lang;
    private Film $metropolis;

    protected function setUp(): void
    {
        parent::setUp();
        $this->lang = $this->director('Lang');
        $this->metropolis = $this->film('Metropolis', 153, $this->lang)->setState('out');
        $this->metropolis->save();
        $this->film('M', 111, $this->lang);
        $this->film('Nosferatu', 94, $this->director('Murnau'));
    }

    public function testNumbersThatAColumnCannotHaveEqualNoRow(): void
    {
        // Once to make plans, once to use those of other numbers.
        $numbers = [$this->metropolis->getId(), 99_999_999_999, '99999999999', '99999999999999999999', 0.5, '0.5'];
        foreach ([1, 2] as $round) {
            foreach ($numbers as $id) {
                $isKey = $id === $this->metropolis->getId();
                $found = [
                    FilmQuery::create()->findPk($id) !== null,
                    FilmQuery::create()->joinWithProducer()->findPk($id) !== null,
                    count(FilmQuery::create()->findPks([$id])) === 1,
                    FilmQuery::create()->filterById($id)->count() === 1,
                    FilmQuery::create()->filterById($id, Criteria::NOT_EQUAL)->count() === 2,
                    FilmQuery::create()->filterById([$id], Criteria::NOT_IN)->count() === 2,
                    FilmQuery::create()->where('Film.Id = ?', $id)->count() === 1,
                    FilmQuery::create()->where('Film.Id IN ?', [$id, $id])->count() === 1,
                ];
                self::assertSame(array_fill(0, count($found), $isKey), $found, "$round: $id");
                $isLess = !$isKey && (float) $id > 1;
                self::assertSame($isLess ? 3 : 0, FilmQuery::create()->filterById($id, Criteria::LESS_THAN)->count());
                self::assertSame($isLess ? 3 : 0, FilmQuery::create()->where('Film.Id < ?', $id)->count());
                self::assertSame($isLess ? 0 : 3, FilmQuery::create()->filterById(['min' => $id])->count());
            }
        }
    }

    public function testABackslashInAPatternEscapesTheNextCharacter(): void
    {
        $this->film('100%', 1);
        $this->film('back\\slash', 2);
        $titles = static fn (string $pattern, string $comparison): array => FilmQuery::create()
            ->filterByTitle($pattern, $comparison)->orderByMinutes()->select('Title')->find()->getData();
        self::assertSame(['100%', 'back\\slash', 'Nosferatu', 'M', 'Metropolis'], $titles('%', Criteria::LIKE));
        foreach ([Criteria::LIKE, Criteria::ILIKE] as $comparison) {
            self::assertSame(['100%'], $titles('%\\%', $comparison));
            self::assertSame(['back\\slash'], $titles('b%\\\\s%', $comparison));
        }
        self::assertSame(['back\\slash', 'Nosferatu', 'M', 'Metropolis'], $titles('%\\%', Criteria::NOT_LIKE));
    }

    public function testAnObjectIsNoKeyOfAnotherTable(): void
    {
        $director = $this->director('D');
        foreach (['findPk', 'prune'] as $method) {
            try {
                FilmQuery::create()->$method($director);
                self::fail($method);
            } catch (ExceptionInterface $refusal) {
                self::assertMatchesRegularExpression('/Director|"director"/', $refusal->getMessage());
            }
        }
        $films = FilmQuery::create()->find();
        self::assertFalse($films->contains('M'));
        $this->expectException(TypeError::class);
        $films->prepend($director);
    }

    public function testDeletedObjectsAreRelatedNoMore(): void
    {
        $notice = (new Notice())->setStars(1);
        $sheet = (new FilmSheet())->setText('t');
        $this->metropolis->addNotice($notice)->addNotice((new Notice())->setStars(2))->setFilmSheet($sheet)->save();
        $notices = $this->metropolis->getNotices();
        $con = Orm::getConnection('cinema');
        $con->beginTransaction();
        $notice->delete();
        $sheet->delete();
        self::assertNull($this->metropolis->getFilmSheet());
        self::assertSame([2], $this->metropolis->getNotices()->getColumnValues('Stars'));
        $con->rollBack();
        self::assertSame('t', $this->metropolis->getFilmSheet()->getText());
        self::assertCount(2, $this->metropolis->getNotices());
        $this->metropolis->getNotices()->getFirst()->delete();
        self::assertCount(1, $this->metropolis->toArray('phpName', true, [], true)['Notices']);
        self::assertSame(1, $this->metropolis->countNotices());
        self::assertCount(2, $notices, 'A collection of the application stays as it is.');
    }

    public function testFindTuplesGivesARowForEachWhateverIsSelected(): void
    {
        $query = FilmQuery::create()->orderByTitle();
        self::assertSame(
            [['Title' => 'M'], ['Title' => 'Metropolis'], ['Title' => 'Nosferatu']],
            (clone $query)->select('Title')->findTuples()->getData(),
        );
        self::assertEquals(
            [['Title' => 'M', 'Minutes' => 111]],
            (clone $query)->select(['Title', 'Minutes'])->limit(1)->findTuples()->getData(),
        );
        self::assertSame('M', (clone $query)->findTuples()->getFirst()['Title']);
        self::assertInstanceOf(Film::class, $query->find()->getFirst(), 'the query itself is as it was');
    }

    public function testFindObjectsGivesObjectsWhateverTheFormatter(): void
    {
        $query = FilmQuery::create()->orderByTitle()->setFormatter(ModelCriteria::FORMAT_ARRAY);
        self::assertSame('M', $query->findObjects()->getFirst()->getTitle());
        self::assertIsArray($query->find()->getFirst());
        $this->expectException(LogicException::class);
        $this->expectExceptionMessage('use findTuples()');
        $query->select('Title')->findObjects();
    }

    public function testJsonOfACollectionIsItsRows(): void
    {
        $all = DirectorQuery::create()->orderByName();
        $names = static fn (mixed $rows): array => array_column(json_decode((string) json_encode($rows), true), 'Name');
        self::assertSame(['Lang', 'Murnau'], $names($all->find()));
        self::assertSame(['Lang', 'Murnau'], $names((clone $all)->findTuples()));
        $onDemand = (clone $all)->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
        self::assertSame(['Lang', 'Murnau'], $names($onDemand));
        self::assertSame('[]', json_encode($all->filterByName('nobody')->find()));
    }

    public function testCreate(): void
    {
        $query = FilmQuery::create('f');
        self::assertSame('f', $query->getModelAlias());
        self::assertNotSame($query, FilmQuery::create(null, $query));
        $criteria = (new Criteria('cinema'))->add(FilmTableMap::COL_TITLE, 'M');
        self::assertSame(1, FilmQuery::create(null, $criteria)->count());
    }

    public function testPrimaryKeys(): void
    {
        $id = $this->metropolis->getId();
        self::assertNull(FilmQuery::create()->findPk(null));
        self::assertNull(FilmQuery::create()->findPk(0));
        self::assertSame([], $this->statementsOf(static fn () => FilmQuery::create()->findPk($id)), 'pooled');
        self::assertCount(1, FilmQuery::create()->findPks([$id, -1]));
        self::assertSame(0, FilmQuery::create()->filterByPrimaryKeys([])->count());
        self::assertSame(2, FilmQuery::create()->prune($this->metropolis)->count());
        self::assertSame(3, FilmQuery::create()->prune()->count());
        self::assertSame($this->metropolis, FilmQuery::create()->requirePk($id));
        $this->expectException(EntityNotFoundException::class);
        $this->expectExceptionMessage('There is no Film with the key -1');
        FilmQuery::create()->requirePk(-1);
    }

    public function testCompositeKeys(): void
    {
        $viewer = (new Viewer())->setNick('v');
        $row = (new FilmViewer())->setFilm($this->metropolis)->setViewer($viewer);
        $row->save();
        $key = $row->getPrimaryKey();
        self::assertSame($row, FilmViewerQuery::create()->findPk($key));
        $others = FilmViewerQuery::create()->filterByFilmId(-1);
        self::assertSame(1, (clone $others)->_or()->filterByPrimaryKeys([$key])->count());
        self::assertSame(0, (clone $others)->filterByPrimaryKeys([$key, [0, 0]])->count());
        self::assertSame(0, FilmViewerQuery::create()->prune($row)->count());
    }

    public function testFiltersOnRelations(): void
    {
        $both = new ObjectCollection([$this->lang, $this->director('Wiene')]);
        self::assertSame(2, FilmQuery::create()->filterByProducer($this->lang)->count());
        self::assertSame(2, FilmQuery::create()->filterByProducer($both)->count());
        self::assertSame(1, DirectorQuery::create()->filterByProducedFilm($this->metropolis)->count());
        $films = FilmQuery::create()->filterByProducer($this->lang)->find();
        self::assertSame(1, DirectorQuery::create()->filterByProducedFilm($films)->count(), 'no duplicates');
        $this->expectException(OrmException::class);
        FilmQuery::create()->filterByProducer(null);
    }

    public function testSubQueriesOfRelations(): void
    {
        (new Notice())->setFilm($this->metropolis)->setStars(5)->save();
        $with = static fn (string $method): array => FilmQuery::create()->$method()->filterByStars(5)->endUse()
            ->orderByTitle()->find()->getColumnValues('Title');
        self::assertSame(['Metropolis'], $with('useNoticeExistsQuery'));
        self::assertSame(['M', 'Nosferatu'], $with('useNoticeNotExistsQuery'));
        self::assertSame(['Metropolis'], $with('useInNoticeQuery'));
        self::assertSame(['M', 'Nosferatu'], $with('useNotInNoticeQuery'));
        self::assertSame(['Metropolis'], $with('useNoticeQuery'));
        $this->director('Wiene');
        $idle = static fn (string $method): array => DirectorQuery::create()->$method()->endUse()
            ->find()->getColumnValues('Name');
        self::assertSame(['Wiene'], $idle('useProducedFilmNotExistsQuery'));
        self::assertSame(['Wiene'], $idle('useNotInProducedFilmQuery'), 'a film without a producer changes nothing');
        $query = FilmQuery::create()->withNoticeQuery(static fn (NoticeQuery $notices) => $notices->filterByStars(5));
        self::assertSame(1, $query->count());
        $left = FilmQuery::create()->withNoticeQuery(
            static fn (NoticeQuery $notices) => $notices,
            joinType: Criteria::LEFT_JOIN,
        );
        self::assertSame(3, $left->count());
        $not = FilmQuery::create()->useNoticeExistsQuery(typeOfExists: 'NOT EXISTS', modelAlias: 'n')->endUse();
        self::assertSame(2, $not->count());
        $this->expectExceptionMessage('has no method useNothingExistsQuery()');
        FilmQuery::create()->useNothingExistsQuery();
    }

    public function testSubQueriesCanNameTheTablesAroundThem(): void
    {
        $films = [$this->metropolis, ...FilmQuery::create()->filterByTitle(['M', 'Nosferatu'])->orderById()->find()];
        foreach ($films as $film) {
            (new Notice())->setFilm($film)->setStars(3)->save();
        }
        $titles = static fn (FilmQuery $query): array => $query->orderByTitle()->find()->getColumnValues('Title');
        $long = FilmQuery::create()->useNoticeExistsQuery()->where('Film.Minutes > ?', 100)->endUse();
        self::assertSame(['M', 'Metropolis'], $titles($long));
        $long = FilmQuery::create()->useInNoticeQuery()->where('Film.Minutes > ?', 100)->endUse();
        self::assertSame(['M', 'Metropolis'], $titles($long));
        $aliased = FilmQuery::create()->setModelAlias('f', true);
        self::assertSame(
            ['Nosferatu'],
            $titles($aliased->useNoticeExistsQuery()->where('f.Minutes < ?', 100)->endUse()),
        );
        $joined = FilmQuery::create()->joinProducer('p');
        self::assertSame(
            ['M', 'Metropolis'],
            $titles($joined->useNoticeExistsQuery()->where('p.Name = ?', 'Lang')->endUse()),
        );
        $plain = (new Criteria('cinema'))->addSelectColumn(FilmTableMap::COL_ID)->add(FilmTableMap::COL_MINUTES, 94);
        self::assertSame(['Nosferatu'], $titles(FilmQuery::create()->filterById($plain)));
    }

    public function testManyToManyHasNoSubQuery(): void
    {
        foreach (['useViewerExistsQuery', 'useInViewerQuery', 'withViewerQuery'] as $method) {
            try {
                FilmQuery::create()->$method(static fn () => null);
                self::fail($method . '() went through');
            } catch (BadMethodCallException $e) {
                self::assertStringContainsString($method, $e->getMessage());
            }
        }
        $this->expectExceptionMessage('Relation "Viewer" is many-to-many');
        FilmQuery::create()->useExistsQuery('Viewer');
    }

    public function testJoins(): void
    {
        InstancePools::clear();
        $films = FilmQuery::create()->joinWithProducer()->orderByTitle()->find();
        self::assertSame([], $this->statementsOf(static fn () => $films->getFirst()->getProducer()->getName()));
        self::assertSame(3, FilmQuery::create()->leftJoinProducer('p')->where('p.Name IS NOT NULL')->count());
        self::assertSame(2, FilmQuery::create()->innerJoin('Producer p')->where('p.Name = ?', 'Lang')->count());
        self::assertCount(3, FilmQuery::create()->leftJoinWithProducer()->find());
        $query = FilmQuery::create()->joinProducer()->addJoinCondition('Producer', 'Producer.Name = ?', 'Lang')
            ->where('Producer.Id IS NOT NULL');
        self::assertSame(2, $query->count());
        $this->expectException(UnknownRelationException::class);
        $this->expectExceptionMessageMatches('/ has no relation "Xylophone" \(its relations: .*Producer.*\)$/');
        FilmQuery::create()->join('Xylophone');
    }

    public function testJoinsThatAreNotNamedAfterTheirRelations(): void
    {
        $film = $this->film('Metropolis', 153, $this->director());
        $relations = FilmTableMap::getTableMap();
        foreach ([null, 'j', 'Producer'] as $name) {
            foreach (['Producer' => 1, 'DirectorRelatedByDirectorId' => 0] as $relation => $count) {
                $join = ModelJoin::along($relations->getRelation($relation), Criteria::INNER_JOIN);
                $query = FilmQuery::create()->addJoinObject($join, $name)->filterById($film->getId());
                self::assertCount($count, $query->find(), "$relation as " . ($name ?? 'nothing'));
            }
        }
    }

    public function testMagicMethods(): void
    {
        self::assertSame('M', FilmQuery::create()->findOneByTitle('M')->getTitle());
        self::assertCount(2, FilmQuery::create()->findByProducerId($this->lang->getId()));
        self::assertSame(111, FilmQuery::create()->findOneByTitleAndMinutes('M', 111)->getMinutes());
        $query = FilmQuery::create();
        $query->findOneByTitle('M');
        self::assertSame(3, $query->count(), 'the query itself stays as it is');
        try {
            FilmQuery::create()->requireOneByTitle('Faust');
            self::fail('there is no such film');
        } catch (EntityNotFoundException) {
            $this->expectException(BadMethodCallException::class);
            FilmQuery::create()->nothing();
        }
    }

    public function testHooks(): void
    {
        $query = new HookedFilmQuery();
        self::assertSame(1, $query->count());
        self::assertCount(1, $query->find());
        self::assertNull($query->findPk(FilmQuery::create()->findOneByTitle('M')->getId()));
        $query->answer = 7;
        self::assertSame(7, $query->filterByTitle('M')->delete());
        self::assertSame(7, $query->update(['Title' => 'X']));
        self::assertSame(3, FilmQuery::create()->count());
        $query = (new HookedFilmQuery())->filterByTitle('M');
        self::assertSame(1, $query->update(['Title' => 'X']));
        self::assertSame(1, FilmQuery::create()->findOneByTitle('X')->getMinutes());
    }

    public function testUpdate(): void
    {
        $films = FilmQuery::create();
        self::assertSame(2, $films->filterByProducer($this->lang)->update(['State' => 'gone', 'Genres' => ['noir']]));
        self::assertSame(['noir'], FilmQuery::create()->findOneByTitle('M')->getGenres());
        $raw = (new Criteria('cinema'))->add(
            FilmTableMap::COL_MINUTES,
            ['raw' => 'minutes + ?', 'value' => 3],
            Criteria::CUSTOM_EQUAL,
        );
        self::assertSame(1, FilmQuery::create()->filterByTitle('M')->update($raw));
        self::assertSame(114, FilmQuery::create()->findOneByTitle('M')->getMinutes());
        self::assertSame(3, FilmQuery::create()->update(['Minutes' => 1], null, true));
        $this->expectException(ExceptionInterface::class);
        FilmQuery::create()->update(['Nothing' => 1]);
    }

    public function testUpdateTakesListsOnlyForColumnsThatHoldThem(): void
    {
        self::assertSame(3, FilmQuery::create()->update(['Tags' => ['a'], 'Genres' => ['sf']]));
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('film.title does not take a value of type array');
        FilmQuery::create()->update(['Title' => ['a']]);
    }

    /** A key that is written otherwise, or has conditions attached by OR, does not say which objects are stale. */
    public function testNoStaleObjectIsFoundAfterAWrite(): void
    {
        $id = $this->metropolis->getId();
        $minutes = static fn (): array => [
            FilmQuery::create()->findPk($id)->getMinutes(),
            FilmQuery::create()->findPk($id + 1)->getMinutes(),
        ];
        self::assertSame([153, 111], $minutes());
        FilmQuery::create()->filterById($id)->_or()->filterById($id + 1)->update(['Minutes' => 1]);
        self::assertSame([1, 1], $minutes());
        FilmQuery::create()->filterById($id)->_or()->filterByTitle('M')->update(['Minutes' => 2]);
        self::assertSame([2, 2], $minutes());
        FilmQuery::create()->filterById("0$id")->update(['Minutes' => 3]);
        self::assertSame([3, 2], $minutes());
        FilmQuery::create()->filterById($id)->_or()->filterByTitle('M')->delete();
        self::assertNull(FilmQuery::create()->findPk($id + 1));
    }

    public function testDelete(): void
    {
        self::assertSame(1, FilmQuery::create()->filterByTitle('M')->delete());
        self::assertSame(2, FilmQuery::create()->deleteAll());
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('deleteAll()');
        FilmQuery::create()->delete();
    }

    public function testFindOneOrCreate(): void
    {
        $film = FilmQuery::create()->filterByTitle('Faust')->filterByMinutes(85)
            ->filterByState('out')->filterByDirectorId(3, Criteria::NOT_EQUAL)->findOneOrCreate();
        self::assertTrue($film->isNew());
        self::assertSame(['Faust', 85, 'out', null], [
            $film->getTitle(), $film->getMinutes(), $film->getState(), $film->getDirectorId(),
        ]);
        self::assertFalse(FilmQuery::create()->filterByTitle('M')->findOneOrCreate()->isNew());
    }

    public function testConditions(): void
    {
        $titles = static fn (FilmQuery $query): array => $query->orderByTitle()->find()->getColumnValues('Title');
        self::assertSame(['M'], $titles(FilmQuery::create()->where('Film.Minutes BETWEEN ? AND ?', [100, 120])));
        self::assertSame(['M', 'Metropolis'], $titles(FilmQuery::create()->where('UPPER(Film.Title) LIKE ?', 'M%')));
        $either = FilmQuery::create()->filterByTitle('M')->_or()->filterByState('out');
        self::assertSame(['M', 'Metropolis'], $titles($either));
        $branch = FilmQuery::create()->_if(false)->filterByTitle('X')->_else()->filterByTitle('M')->_endif();
        self::assertSame(['M'], $titles($branch));
        $listed = FilmQuery::create()->filterByArray(['Title' => 'M', 'Minutes' => [100, '>']]);
        self::assertSame(['M'], $titles($listed));
        self::assertSame([], $titles(FilmQuery::create()->where('Film.Id IN ?', [])));
        self::assertSame(['M'], $titles(FilmQuery::create()->where("Film.Title = 'M' OR Film.Id IN ?", [])));
        $noneLeftOut = FilmQuery::create()->where("Film.Title = 'M' AND LENGTH(Film.Id) NOT IN ?", []);
        self::assertSame(['M'], $titles($noneLeftOut));
        self::assertSame(['M'], $titles(FilmQuery::create()->setIgnoreCase(true)->filterByTitle('m')));
        $stateless = FilmQuery::create()->select('Id')->filterByState(null);
        self::assertSame(2, FilmQuery::create()->filterById($stateless, Criteria::IN)->count());
        $this->expectException(InvalidValueException::class);
        FilmQuery::create()->filterByMinutes(null, Criteria::GREATER_THAN)->find();
    }

    public function testAnOrInAClauseStaysInIt(): void
    {
        $clauses = [
            'where' => static fn (FilmQuery $query): FilmQuery => $query
                ->where('Film.Title = ? OR Film.Title = ?', ['M', 'Metropolis']),
            'with a type' => static fn (FilmQuery $query): FilmQuery => $query
                ->where('LENGTH(film.title) = ? or film.title = film.title', 1, PDO::PARAM_INT),
            'custom' => static fn (FilmQuery $query): FilmQuery => $query
                ->add(FilmTableMap::COL_TITLE, "film.title = 'M' OR film.title = 'Metropolis'", Criteria::CUSTOM),
        ];
        foreach ($clauses as $name => $add) {
            $query = $add(FilmQuery::create())->filterById($this->metropolis->getId());
            self::assertSame(['Metropolis'], $query->find()->getColumnValues('Title'), $name);
        }
    }

    public function testInTakesOneValueToo(): void
    {
        $this->metropolis->setOpened('1927-01-10')->save();
        $date = new DateTimeImmutable('1927-01-10');
        $dated = FilmQuery::create()->filterByOpened($date, Criteria::IN);
        self::assertSame([1, 1], [$dated->count(), count($dated->getParams())]);
        $dated = FilmQuery::create()->where('Film.Opened IN ?', $date);
        self::assertSame([1, 1], [$dated->count(), count($dated->getParams())]);
        self::assertSame(1, FilmQuery::create()->filterByTitle('M', Criteria::IN)->count());
        $titles = new ArrayObject(['M', 'Nosferatu']);
        self::assertSame(2, FilmQuery::create()->where('Film.Title IN ?', $titles)->count());
        self::assertSame(0, FilmQuery::create()->filterByTitle(null, Criteria::IN)->count());
    }

    /** Such a list may come from a URL; PHP would make the word "Array" of it. */
    public function testAListIsNotComparedAsAValue(): void
    {
        $comparisons = [
            Criteria::EQUAL, Criteria::NOT_EQUAL, Criteria::GREATER_THAN, Criteria::LIKE, Criteria::BINARY_AND,
        ];
        foreach ($comparisons as $comparison) {
            try {
                FilmQuery::create()->filterByTitle(['M'], $comparison)->find();
                self::fail($comparison);
            } catch (InvalidValueException $refusal) {
                self::assertStringContainsString('film.title with a list', $refusal->getMessage());
            }
        }
    }

    public function testEquals(): void
    {
        $query = static fn (mixed $minutes): FilmQuery => FilmQuery::create()->filterByMinutes($minutes);
        self::assertTrue($query(90)->equals($query(90)));
        self::assertTrue($query(['min' => 1, 'max' => 2])->equals($query(['min' => 1, 'max' => 2])));
        $date = static fn (): FilmQuery => FilmQuery::create()->filterByOpened(new DateTimeImmutable('1927-01-10'));
        self::assertTrue($date()->equals($date()));
        self::assertFalse($query(null)->equals($query(0)));
        self::assertFalse($query(0)->equals($query('0')));
        self::assertFalse($query(['min' => 1, 'max' => 2])->equals($query(['min' => 1, 'max' => 3])));
        self::assertFalse(FilmQuery::create()->equals(DirectorQuery::create()));
        self::assertFalse(FilmQuery::create()->equals(FilmQuery::create()->select('Title')));
        self::assertFalse(FilmQuery::create()->join('Producer')->equals(FilmQuery::create()->joinWith('Producer')));
        self::assertFalse(FilmQuery::create()->equals(FilmQuery::create()->having('COUNT(*) > ?', 1, PDO::PARAM_INT)));
    }

    public function testFindPkMakesOneObject(): void
    {
        InstancePools::clear();
        $found = FilmQuery::create()->filterByMinutes(50, Criteria::GREATER_THAN)->_or()->findPk(0);
        self::assertSame([$found], array_values(FilmTableMap::$instances));
        $joined = FilmQuery::create()->leftJoinWithNotice()->findPk($this->metropolis->getId());
        self::assertSame($this->metropolis->getId(), $joined->getId());
    }

    public function testRelatedObjectsOfUsedQueriesBelongToTheirObjects(): void
    {
        (new Notice())->setFilm($this->metropolis)->setStars(3)->save();
        $queries = [
            'used, then read' => static fn () => NoticeQuery::create()
                ->useFilmQuery()->joinWithProducer()->endUse()->with('Film'),
            'read, then used' => static fn () => NoticeQuery::create()
                ->joinWithFilm()->useQuery('Film')->joinWithProducer()->endUse(),
            'by name, then read' => static fn () => NoticeQuery::create()
                ->join('Film')->joinWith('Film.Producer')->with('Film'),
            'both by name' => static fn () => NoticeQuery::create()->joinWith('Film')->joinWith('Film.Producer'),
        ];
        foreach ($queries as $how => $query) {
            InstancePools::clear();
            $notice = $query()->find()[0];
            $name = null;
            $later = $this->statementsOf(static function () use ($notice, &$name): void {
                $name = $notice->getFilm()->getProducer()->getName();
            });
            self::assertSame(['Lang', []], [$name, $later], $how);
            $row = $query()->setFormatter(ModelCriteria::FORMAT_ARRAY)->findOne();
            self::assertSame('Lang', $row['Film']['Producer']['Name'], $how);
        }
        InstancePools::clear();
        $notice = NoticeQuery::create()->join('Film')->joinWith('Film.Producer')->findOne();
        self::assertSame('Lang', $notice->getFilm()->getProducer()->getName(), 'the film is read later');
    }

    public function testAClauseMeansTheTableOfTheQueryThatItWasWrittenIn(): void
    {
        // Lang has produced a short film of Murnau's, and Murnau a long one of Lang's.
        $murnau = DirectorQuery::create()->requireOneByName('Murnau');
        FilmQuery::create()->requireOneByTitle('Nosferatu')->setProducer($this->lang)
            ->setDirectorId($murnau->getId())->save();
        $this->metropolis->setDirectorId($this->lang->getId())->setProducer($murnau)->save();
        FilmQuery::create()->filterByTitle('M')->delete();
        $long = static fn (string $alias): array => DirectorQuery::create()
            ->join('FilmRelatedByDirectorId own')->join('ProducedFilm paid')
            ->useQuery($alias)->where('Film.Minutes > ?', 100)->endUse()
            ->select('Name')->find()->getData();
        // Once to make plans, once to use them.
        foreach ([1, 2] as $round) {
            self::assertSame([['Lang'], ['Murnau']], [$long('own'), $long('paid')], "round $round");
        }
    }

    public function testAnObjectIsMadeAfterItsOwnerAndBeforeWhatBelongsToIt(): void
    {
        $this->metropolis->addViewer((new Viewer())->setNick('Ann'));
        $this->metropolis->save();
        InstancePools::clear();
        $viewer = ViewerQuery::create()
            ->joinWith('FilmViewer')->join('FilmViewer.Film')->joinWith('Film.Producer')->with('Film')
            ->find()[0];
        $name = null;
        $later = $this->statementsOf(static function () use ($viewer, &$name): void {
            $name = $viewer->getFilmViewers()[0]->getFilm()->getProducer()->getName();
        });
        self::assertSame(['Lang', []], [$name, $later]);
    }

    public function testMerge(): void
    {
        Orm::disableInstancePooling();
        $merged = FilmQuery::create()->mergeWith(FilmQuery::create()->joinWithProducer()->filterByTitle('M'));
        $film = $merged->findOne();
        $readLater = $this->statementsOf(static fn () => self::assertSame('Lang', $film->getProducer()->getName()));
        self::assertSame([], $readLater, 'related objects are read too');
        $all = FilmQuery::create()->setAll()->mergeWith(FilmQuery::create()->distinct());
        self::assertSame(['ALL'], $all->getSelectModifiers());
        self::assertSame(3, $all->count());
        Orm::enableInstancePooling();
    }

    public function testTheOrderOfAMergedQueryComesAfterThatOfTheQuery(): void
    {
        $order = FilmQuery::create()->orderByMinutes(Criteria::DESC)->orderByTitle()->orderById(Criteria::DESC);
        $merged = FilmQuery::create()->orderByTitle()->mergeWith($order)->getOrderByColumns();
        self::assertSame(
            FilmQuery::create()->orderByTitle()->orderByMinutes(Criteria::DESC)->orderById(Criteria::DESC)
                ->getOrderByColumns(),
            $merged,
        );
        $titles = static fn (FilmQuery $query): array => $query->select('Title')->find()->getData();
        self::assertSame(
            $titles(FilmQuery::create()->orderByMinutes(Criteria::DESC)),
            $titles(FilmQuery::create()->mergeWith(FilmQuery::create()->orderByMinutes(Criteria::DESC))),
        );
        $groups = FilmQuery::create()->groupByTitle()->mergeWith(FilmQuery::create()->groupByTitle()->groupByMinutes());
        self::assertSame(
            FilmQuery::create()->groupByTitle()->groupByMinutes()->getGroupByColumns(),
            $groups->getGroupByColumns(),
        );
    }

    public function testNamedConditionsOfACopyAreItsOwn(): void
    {
        $query = FilmQuery::create()->condition('m', 'Film.Title = ?', 'M')->condition('long', 'Film.Minutes > ?', 150);
        self::assertSame(2, (clone $query)->combine(['m', 'long'], Criteria::LOGICAL_OR)->count());
        self::assertSame(0, (clone $query)->combine(['m', 'long'])->count());
    }

    public function testNoConditionTakesThePlaceOfAnother(): void
    {
        $query = FilmQuery::create()->where('Film.Minutes > ?', 100)->where('Film.Title <> ?', 'x')
            ->where('Film.Minutes < ?', 120);
        $query->remove('film.title');
        self::assertSame(1, $query->where('Film.Minutes <> ?', 0)->count());
        // Ids of objects are given again when the objects are gone.
        $query = FilmQuery::create()->add(new CustomCriterion(new Criteria(), '1<>1'));
        $copy = clone $query;
        unset($query);
        for ($i = 0; $i < 10; $i++) {
            $copy->add(new CustomCriterion($copy, '1=1'));
        }
        self::assertSame(0, $copy->count());
    }

    public function testALockShowsRowsAsTheyAre(): void
    {
        $film = $this->film('Locked');
        foreach ([1, 2] as $minutes) {
            $this->con->exec("UPDATE film SET minutes = $minutes");
            self::assertSame($film, FilmQuery::create()->filterByTitle('Locked')->lockForUpdate()->find()->getFirst());
            self::assertSame($minutes, $film->getMinutes());
            $this->con->exec("UPDATE film SET minutes = 10 * $minutes");
            self::assertSame($film, FilmQuery::create()->filterByTitle('Locked')->lockForUpdate()->findOne());
            self::assertSame(10 * $minutes, $film->getMinutes());
        }
    }

    public function testCountsTakeNoLocks(): void
    {
        $this->con->beginTransaction();
        self::assertSame(3, FilmQuery::create()->lockForUpdate()->count());
        self::assertSame(2, FilmQuery::create()->lockForShare()->limit(2)->count());
        self::assertCount(2, FilmQuery::create()->orderById()->lockForUpdate()->paginate(1, 2));
    }

    public function testExists(): void
    {
        $exists = static fn (ModelCriteria $query): bool => $query->exists();
        self::assertTrue($exists(FilmQuery::create()->distinct()->orderByTitle()));
        self::assertTrue($exists(FilmQuery::create()->withColumn('Film.Minutes * 2', 'Twice')->orderBy('Twice')));
        self::assertFalse($exists(FilmQuery::create()->limit(0)));
        self::assertTrue($exists(FilmQuery::create()->offset(2)));
        self::assertFalse($exists(FilmQuery::create()->offset(3)));
        self::assertTrue($exists(FilmQuery::create()->distinct()->offset(2)));
        self::assertFalse($exists(FilmQuery::create()->distinct()->offset(3)));
        self::assertFalse($exists(FilmQuery::create()->distinct()->offset(2)->limit(0)));
        FilmQuery::create()->update(['Minutes' => 7]);
        self::assertFalse($exists(FilmQuery::create()->distinct()->select('Minutes')->offset(1)));
        $many = static fn (int $number): DirectorQuery => DirectorQuery::create()->joinProducedFilm()
            ->withColumn('COUNT(ProducedFilm.Id)', 'Nb')->groupBy('Director.Id')
            ->having('COUNT(ProducedFilm.Id) > ?', $number, PDO::PARAM_INT)->orderBy('Nb');
        self::assertTrue($exists($many(1)));
        self::assertFalse($exists($many(2)));
        if (static::VENDOR !== 'pgsql') {
            // Standard SQL does not know the names of columns in HAVING.
            self::assertTrue($exists($many(1)->having('Nb > ?', 1, PDO::PARAM_INT)));
        }
    }

    public function testShapesOfResults(): void
    {
        $query = FilmQuery::create()->filterByTitle('M');
        self::assertSame(['M'], $query->select('Title')->find()->getData());
        self::assertSame('M', FilmQuery::create()->filterByTitle('M')->select('Title')->findOne());
        $rows = FilmQuery::create()->filterByTitle('M')->setFormatter(ModelCriteria::FORMAT_ARRAY)->find();
        self::assertSame('M', $rows[0]['Title']);
        $seen = [];
        foreach (FilmQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->orderById()->find() as $film) {
            $seen[] = $film->getTitle();
        }
        self::assertSame(['Metropolis', 'M', 'Nosferatu'], $seen);
        $pager = FilmQuery::create()->orderById()->paginate(2, 2);
        self::assertSame([3, 2, 1], [$pager->getNbResults(), $pager->getLastPage(), count($pager->getResults())]);
        $this->expectException(UnknownColumnException::class);
        FilmQuery::create()->orderBy('Nothing');
    }

    public function testArraysHaveNoLazyColumns(): void
    {
        $this->metropolis->setPoster('robot')->save();
        $rows = FilmQuery::create()->filterByTitle('Metropolis')->setFormatter(ModelCriteria::FORMAT_ARRAY)->find();
        self::assertArrayNotHasKey('Poster', $rows[0]);
        self::assertArrayNotHasKey('Poster', $rows->getFormatter()->formatRecord($this->metropolis));
        $rows[0] = ['Title' => 'Metropolis II'] + $rows[0];
        $rows->save();
        InstancePools::clear();
        $film = FilmQuery::create()->findOneByTitle('Metropolis II');
        self::assertSame('robot', stream_get_contents($film->getPoster()));
    }

    /**
     * SQLite refuses expressions that are nested more than 100 or 1,000 deep, as it is written.
     *
     * @group long
     */
    public function testAnyNumberOfConditions(): void
    {
        $last = 1200;
        [$or, $and, $where, $byName, $nested, $joined] = array_map(FilmQuery::create(...), array_fill(0, 6, null));
        $joined->leftJoinProducer();
        $groups = FilmQuery::create()->select('Id')->groupById();
        $names = [];
        for ($i = 0; $i <= $last; $i++) {
            $or->_or()->filterByMinutes(-$i);
            $and->filterByMinutes(-$i, Criteria::NOT_EQUAL);
            $where->where('Film.Minutes <> ?', -$i);
            $names[] = "name $i";
            $byName->condition("name $i", 'Film.Minutes = ?', -$i);
            $nested->condition("one $i", 'Film.Minutes = ?', -$i);
            $nested->combine($i === 0 ? ['one 0'] : ["one $i", 'nested ' . $i - 1], 'or', "nested $i");
            $joined->addJoinCondition('Producer', 'Producer.Id <> ?', -$i);
            $groups->having('MAX(Film.Minutes) <> ?', -$i);
        }
        $any = $this->metropolis->getMinutes();
        self::assertSame(1, $or->_or()->filterByMinutes($any)->count());
        self::assertSame(3, $and->count());
        self::assertSame(3, $where->count());
        $byName->condition('last', 'Film.Minutes = ?', $any)->where([...$names, 'last'], 'or');
        self::assertSame(1, $byName->count());
        self::assertSame(1, $nested->condition('last', 'Film.Minutes = ?', $any)->where(["nested $last", 'last'], 'or')
            ->count());
        self::assertSame(3, $joined->count());
        self::assertCount(3, $groups->find());
        self::assertSame(0, FilmQuery::create()->mergeWith($or)->filterByMinutes(0)->update(['Minutes' => 1]));
    }

    public function testToManyWithLimitIsRefused(): void
    {
        $this->expectException(LogicException::class);
        FilmQuery::create()->leftJoinWithNotice()->limit(1)->find();
    }
}
