<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\Base\FilmQuery as BaseFilmQuery;
use Cinema\Director;
use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\FilmSheet;
use Cinema\Map\DirectorTableMap;
use Cinema\Map\FilmTableMap;
use Cinema\Notice;
use Cinema\NoticeQuery;
use Cinema\Viewer;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\ColumnToQueryOperatorCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ExistsCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ExistsQueryCriterion;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/** What code written for the known API does with queries. */
abstract class KnownCodeTest extends CinemaTestCase
{
    private Director $lang;
    private Film $metropolis;

    protected function setUp(): void
    {
        parent::setUp();
        $this->lang = $this->director('Lang');
        $this->metropolis = $this->film('Metropolis', 153);
        $this->metropolis->setProducer($this->lang)->setTags(['robot', 'city'])->setGenres(['sf'])->save();
        $this->film('M', 111)->setProducer($this->lang)->save();
        $this->film('Nosferatu', 94);
    }

    public function testCreateOfTheBaseClassMakesTheClassOfPeople(): void
    {
        self::assertSame(FilmQuery::class, BaseFilmQuery::create('f')::class);
        self::assertSame('f', BaseFilmQuery::create('f')->getModelAlias());
    }

    public function testWithColumnInASubQueryLeavesTheModelItsColumns(): void
    {
        $inner = FilmQuery::create()->withColumn('UPPER(Film.Title)', 'Upper');
        $found = FilmQuery::create()->addSelectQuery($inner, 'f')->where('f.Upper = ?', 'M', \PDO::PARAM_STR)->find();
        self::assertSame(['M'], $found->getColumnValues('Title'));
        self::assertSame([111], $found->getColumnValues('Minutes'));
    }

    public function testExceptionsOfUnknownColumns(): void
    {
        foreach (
            [
                fn () => FilmQuery::create()->findBy('Foo', 1),
                fn () => FilmQuery::create()->findOneBy('Foo', 1),
                fn () => FilmQuery::create()->findByFoo(1),
                fn () => FilmQuery::create()->filterBy('Foo', 1),
                fn () => FilmQuery::create()->groupBy('Foo'),
            ] as $call
        ) {
            try {
                $call();
                self::fail();
            } catch (ExceptionInterface $failure) {
                self::assertInstanceOf(UnknownColumnException::class, $failure);
            }
        }
        foreach (['', []] as $nothing) {
            try {
                FilmQuery::create()->groupBy($nothing);
                self::fail();
            } catch (OrmException $failure) {
                self::assertStringContainsString('at least one column', $failure->getMessage());
            }
        }
    }

    public function testAQueryThatIsNotKeptIsChanged(): void
    {
        $kept = FilmQuery::create();
        $kept->findOneByTitle('M');
        $kept->findPks([1]);
        self::assertSame(3, $kept->count());
        $query = FilmQuery::create()->keepQuery(false);
        self::assertSame('M', $query->findOneBy('Title', 'M')->getTitle());
        self::assertSame(['film.title'], $query->keys());
        self::assertSame(1, $query->getLimit());
        $query = FilmQuery::create()->keepQuery(false);
        $query->findByTitle('M');
        self::assertCount(1, $query->find());
    }

    public function testFindOneOrCreateTakesTheValuesOfClauses(): void
    {
        $film = FilmQuery::create('f')->where('f.Title = ?', 'New')->where('f.Minutes > ?', 5)->findOneOrCreate();
        self::assertTrue($film->isNew());
        self::assertSame(['New', 0], [$film->getTitle(), $film->getMinutes()]);
        $query = FilmQuery::create()->filterByTitle('New')->setFormatter(ModelCriteria::FORMAT_ARRAY);
        self::assertSame('New', $query->findOneOrCreate()['Title']);
    }

    public function testClausesTakeTheValuesOfColumnsThatHoldLists(): void
    {
        $titles = static fn (FilmQuery $query): array => $query->find()->getColumnValues('Title');
        self::assertSame(['Metropolis'], $titles(FilmQuery::create('f')->where('f.Tags = ?', ['robot', 'city'])));
        self::assertSame([], $titles(FilmQuery::create('f')->where('f.Tags = ?', ['robot'])));
        self::assertSame(['Metropolis'], $titles(FilmQuery::create('f')->where('f.Genres = ?', ['sf'])));
        self::assertSame(['Metropolis'], $titles(FilmQuery::create('f')->where('f.Genres = ?', 1)));
        self::assertSame([], $titles(FilmQuery::create('f')->where('f.Genres = ?', ['sf', 'doc'])));
    }

    public function testConditionsWithoutColumn(): void
    {
        self::assertSame(0, FilmQuery::create()->add(null, '1<>1', Criteria::CUSTOM)->count());
        self::assertSame(3, FilmQuery::create()->add(null, '1=1', Criteria::CUSTOM)->count());
        self::assertSame(0, FilmQuery::create()->filterByTitle('M')->addAnd(null, '1<>1', Criteria::CUSTOM)->count());
        self::assertSame(3, FilmQuery::create()->filterByTitle('M')->addOr(null, '1=1', Criteria::CUSTOM)->count());
    }

    public function testAJoinComparesWithANumber(): void
    {
        $ofLang = [[FilmTableMap::COL_PRODUCER_ID, DirectorTableMap::COL_ID]];
        self::assertSame(2, FilmQuery::create()->addMultipleJoin($ofLang)->count());
        $long = [...$ofLang, [FilmTableMap::COL_MINUTES, 120, Criteria::GREATER_THAN]];
        self::assertSame(1, FilmQuery::create()->addMultipleJoin($long)->count());
        $text = [...$ofLang, [FilmTableMap::COL_MINUTES, '120', Criteria::GREATER_THAN]];
        self::assertSame(1, FilmQuery::create()->addMultipleJoin($text)->count());
        $quoted = [...$ofLang, [FilmTableMap::COL_TITLE, "'Metropolis'"]];
        self::assertSame(1, FilmQuery::create()->addMultipleJoin($quoted)->count());
        $other = [...$ofLang, [DirectorTableMap::COL_ID, $this->lang->getId() + 1]];
        self::assertSame(0, FilmQuery::create()->addMultipleJoin($other)->count());
    }

    public function testConditionsOfAJoinKeepTheirOwnTables(): void
    {
        $other = static fn (string $column): string => DirectorTableMap::alias('other', $column);
        $films = static fn (): FilmQuery => FilmQuery::create()
            ->addJoin(FilmTableMap::COL_PRODUCER_ID, DirectorTableMap::COL_ID)
            ->addAlias('other', DirectorTableMap::TABLE_NAME);
        $pairs = [
            [FilmTableMap::COL_PRODUCER_ID, $other(DirectorTableMap::COL_ID)],
            [DirectorTableMap::COL_NAME, $other(DirectorTableMap::COL_NAME)],
        ];
        self::assertSame(2, $films()->addMultipleJoin($pairs)->count());
        self::assertSame(2, $films()->addMultipleJoin(array_reverse($pairs))->count());
        self::assertSame(2, $films()->addJoin(array_column($pairs, 0), array_column($pairs, 1))->count());
        foreach ([[0, 2], [1, 0]] as [$more, $count]) {
            $ofLang = [...$pairs, [DirectorTableMap::COL_ID, $this->lang->getId() + $more]];
            self::assertSame($count, $films()->addMultipleJoin($ofLang)->count());
        }
        $unequal = [...$pairs, [FilmTableMap::COL_PRODUCER_ID, DirectorTableMap::COL_ID, Criteria::NOT_EQUAL]];
        self::assertSame(0, $films()->addMultipleJoin($unequal)->count());
        $joins = array_values($films()->addMultipleJoin($unequal)->getJoins());
        self::assertSame('director', $joins[1]->getRightTableName());
        self::assertSame(FilmTableMap::COL_PRODUCER_ID, $joins[1]->getConditions()[2]['left']);
        self::assertSame(DirectorTableMap::COL_ID, $joins[1]->getConditions()[2]['right']);
        $twice = $films()->addMultipleJoin($pairs)->addMultipleJoin($pairs);
        self::assertCount(2, $twice->getJoins());
    }

    public function testOneKeyIsAListOfOne(): void
    {
        self::assertCount(1, FilmQuery::create()->findPks($this->metropolis->getId()));
        self::assertSame(1, FilmQuery::create()->filterByPrimaryKeys($this->metropolis->getId())->count());
    }

    public function testAJoinedTableThatWantsQuotesGetsThem(): void
    {
        $map = DirectorTableMap::getTableMap();
        $map->setIdentifierQuoting(true);
        $container = Orm::getStandardServiceContainer();
        $adapter = $container->getAdapter('cinema');
        // One that has written no names yet.
        $container->setAdapter('cinema', new ($adapter::class)());
        try {
            $query = FilmQuery::create()->joinWith('Producer')->where('Producer.Name = ?', 'Lang')->orderBy('Title');
            $quoted = $query->getAdapter()->quoteIdentifier('director');
            $params = [];
            $sql = $query->createSelectSql($params);
            self::assertStringContainsString('JOIN ' . $quoted . ' ON (film.producer_id=' . $quoted . '.', $sql);
            $name = $quoted . '.' . $query->getAdapter()->quoteIdentifier('name');
            self::assertStringContainsString($name . ' = :p1', $sql);
            self::assertStringNotContainsString($query->getAdapter()->quoteIdentifier('film'), $sql);
            self::assertSame(['M', 'Metropolis'], $query->find()->getColumnValues('Title'));
            self::assertSame(2, FilmQuery::create()->joinProducer('d')->where('d.Name = ?', 'Lang')->count());
            self::assertTrue($query->getJoin('Producer')->isIdentifierQuotingEnabled());
        } finally {
            $map->setIdentifierQuoting(false);
            $container->setAdapter('cinema', $adapter);
        }
    }

    public function testUsingAJoinedRelationWithAnotherTypeOfJoin(): void
    {
        $query = FilmQuery::create()->joinWith('Producer', Criteria::INNER_JOIN)
            ->useProducerQuery(null, Criteria::LEFT_JOIN)->filterByName('Lang')->endUse();
        self::assertSame(Criteria::LEFT_JOIN, $query->getJoin('Producer')->getJoinType());
        self::assertCount(2, $query->find());
        self::assertCount(3, FilmQuery::create()->joinWithProducer()->leftJoinProducer()->find());
        self::assertCount(2, FilmQuery::create()->joinWithProducer()->find());
    }

    public function testFindByRelation(): void
    {
        self::assertCount(2, FilmQuery::create()->findByProducer($this->lang));
        self::assertSame('M', FilmQuery::create()->orderByTitle()->findOneByProducer($this->lang)->getTitle());
        self::assertSame('M', FilmQuery::create()->findOneByProducerAndTitle($this->lang, 'M')->getTitle());
    }

    public function testASubQueryKeepsItsOperator(): void
    {
        $one = DirectorQuery::create()->select(['Id'])->filterByName('Lang');
        $query = FilmQuery::create()->add(FilmTableMap::COL_PRODUCER_ID, $one, Criteria::EQUAL);
        $params = [];
        self::assertStringContainsString('film.producer_id = (SELECT', $query->createSelectSql($params));
        self::assertSame(2, $query->count());
        $params = [];
        $in = FilmQuery::create()->add(FilmTableMap::COL_PRODUCER_ID, $one);
        self::assertStringContainsString('film.producer_id IN (SELECT', $in->createSelectSql($params));
    }

    public function testConditionsWithAQueryOfPeople(): void
    {
        $query = new class extends FilmQuery {
            public function of(string $class, ?string $operator): ModelCriteria
            {
                return $this->useAbstractInnerQueryCriterion($class, 'Producer', null, null, $operator);
            }
        };
        foreach (
            [
                [ExistsQueryCriterion::class, null, 2], [ExistsQueryCriterion::class, 'NOT EXISTS', 1],
                [ColumnToQueryOperatorCriterion::class, null, 2], [ColumnToQueryOperatorCriterion::class, '=', 2],
            ] as [$class, $operator, $count]
        ) {
            $found = (clone $query)->of($class, $operator)->filterByName('Lang')->endUse();
            self::assertSame($count, $found->count(), $class . ' ' . $operator);
        }
        $exists = new ExistsCriterion($query, DirectorQuery::create()->filterByName('Nobody'));
        self::assertSame(0, FilmQuery::create()->add($exists)->count());
    }

    public function testRelationsOfAFullClassName(): void
    {
        foreach (['Cinema\Film.Producer', '\Cinema\Film.Producer', 'Film.Producer', 'film.Producer'] as $relation) {
            self::assertCount(2, FilmQuery::create()->joinWith($relation)->find(), $relation);
        }
        (new Notice())->setFilm($this->metropolis)->setStars(5)->save();
        $query = NoticeQuery::create()->joinWith('Cinema\Notice.Film')->joinWith('Cinema\Film.Producer');
        self::assertSame('Lang', $query->findOne()->getFilm()->getProducer()->getName());
        self::assertSame('Film', $query->getWith()['Producer']->getLeftPhpName());
    }

    public function testPreload(): void
    {
        (new FilmSheet())->setFilm($this->metropolis)->setText('long')->save();
        $this->metropolis->addViewer((new Viewer())->setNick('a'))->addViewer((new Viewer())->setNick('b'));
        (new Notice())->setFilm($this->metropolis)->setStars(5)->save();
        $this->metropolis->save();
        $look = static fn (Film $film): array => [
            $film->getFilmSheet()?->getText(), count($film->getViewers()), count($film->getNotices()),
            $film->getProducer()?->getName(),
        ];
        $relations = ['FilmSheet', 'Viewer', 'Notice', 'Producer'];
        $calls = [
            fn () => [FilmQuery::create()->preload(...$relations)->filterByTitle('Metropolis')->findOne()],
            fn () => FilmQuery::create()->preload(...$relations)->filterByTitle('Metropolis')->find(),
            fn () => [FilmQuery::create()->preload(...$relations)->findPk($this->metropolis->getId())],
        ];
        foreach ($calls as $call) {
            $this->forgetAll();
            $found = [];
            $statements = $this->statementsOf(static function () use ($call, $look, &$found): void {
                foreach ($call() as $film) {
                    $found[] = $look($film);
                }
            });
            self::assertSame([['long', 2, 1, 'Lang']], $found);
            self::assertCount(5, $statements);
        }
        $this->forgetAll();
        $name = null;
        $statements = $this->statementsOf(static function () use (&$name): void {
            $notice = NoticeQuery::create()->preload('Film.Producer')->findOne();
            $name = $notice->getFilm()->getProducer()->getName();
        });
        self::assertSame(['Lang', 3], [$name, count($statements)]);
    }

    public function testConditionsOfAnyType(): void
    {
        self::assertSame(1, FilmQuery::create()->_if('x')->filterByTitle('M')->_endif()->count());
        self::assertSame(3, FilmQuery::create()->_if(0)->filterByTitle('M')->_endif()->count());
    }

    private function forgetAll(): void
    {
        foreach (Orm::getDatabaseMap('cinema')->getTables() as $map) {
            $map::clearInstancePool();
        }
    }
}
